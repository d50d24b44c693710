import { createServer } from 'node:http';
import process from 'node:process';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/**
 * The baseline for reading and sending messages, in its own process: Node and one statement on the
 * same kind of database, without accounts, permissions or rendering. Takes a PostgreSQL URL or a
 * folder of PGlite, and prints its port.
 */
const [address = ''] = process.argv.slice(2);
const database = address.startsWith('postgres:')
  ? new pg.Pool({ connectionString: address, max: 10 })
  : await PGlite.create(address);

/** Fifty messages of a channel, with their senders, flags and reactions. */
const reading = `select m.id, m.topic, m.rendered_content, m.date_sent, m.client, u.id as sender_id,
    u.full_name, um.flags, (select json_agg(r) from reactions r where r.message_id = m.id) as reactions
  from recipients c join messages m on m.recipient_id = c.id join users u on u.id = m.sender_id
  left join user_messages um on um.message_id = m.id and um.user_id = $2
  where c.stream_id = $1 order by m.id desc limit 50`;

/** A message, and one row per subscriber. */
const sending = `with sent as (
    insert into messages (realm_id, sender_id, recipient_id, stream_id, topic, content,
      rendered_content, date_sent, client)
    select realm_id, $2, id, stream_id, 'plans', $3, $3, now(), 'bench'
    from recipients where stream_id = $1 returning id, stream_id
  ), received as (
    insert into user_messages (user_id, message_id, flags)
    select s.user_id, sent.id, '{}' from sent join subscriptions s using (stream_id) where s.active
  )
  select id from sent`;

/** @param {string} text @param {unknown[]} values */
const query = (text, values) =>
  database instanceof PGlite
    ? database.query(text, values)
    : database.query({ name: text === reading ? 'reading' : 'sending', text, values });

const server = createServer(async (request, response) => {
  const chunks = await request.toArray();
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const values = [searchParams.get('stream'), searchParams.get('user')].map(Number);
  const { rows } =
    request.method === 'GET'
      ? await query(reading, values)
      : await query(sending, [...values, Buffer.concat(chunks).toString()]);
  const body = Buffer.from(JSON.stringify({ messages: rows }));
  response.writeHead(200, { 'content-length': body.byteLength }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
