import { connect, createServer, type AddressInfo } from 'node:net';

export interface StatementCounter {
  /** Address of the database through this proxy. */
  readonly url: string;
  /** Texts of the statements executed so far. */
  readonly statements: string[];
  close(): void;
}

/** Starts a proxy to a database that records which statements are executed. */
export async function countStatements(url: string): Promise<StatementCounter> {
  const target = new URL(url);
  const statements: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const record = recorder(statements);
    client.on('data', record);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const counting = new URL(url);
  counting.port = String((server.address() as AddressInfo).port);
  return { url: counting.href, statements, close: () => void server.close() };
}

/**
 * Reads one connection's messages to the server. `Q` runs a statement; `P` names one, `B` chooses
 * it, and `E` runs it. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
function recorder(statements: string[]): (chunk: Buffer) => void {
  const named = new Map<string, string>();
  let chosen = '';
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    // The first message of a connection has no type byte.
    for (;;) {
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const kind = isStarted ? String.fromCharCode(rest[0]!) : '';
      const [first = '', second = ''] = rest.toString('utf8', head + 4, length).split('\0');
      if (kind === 'Q') statements.push(first);
      if (kind === 'P') named.set(first, second);
      if (kind === 'B') chosen = second;
      if (kind === 'E') statements.push(named.get(chosen) ?? '');
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}
