import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiOperation, OperationParameter } from '$lib/api/define-operation';
import { operations } from '$lib/api/operations';
import { fillPath } from '$lib/api/operation-router';
import { silentLog } from '../support/silent-log';
import {
  openService,
  type AccountWithKey,
  type EmbeddedService,
} from '$lib/server/service/service';
import { atMost, type Figure } from './figures';
import { hostileTexts } from './hostile-text';

/** Longest time in milliseconds for which other users can be left without an answer. */
const longest = 200;
/** Length of the message content that is tested with every text that is hard to render. */
const messageLength = 10_000;

/**
 * Longest time for which each operation can block the process, for any body within its limit: each
 * parameter in turn is as long, as deep, as many and as strange as fits, while the others are
 * valid.
 */
export async function measure(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-hostile-'));
  const service = await openService({
    dataDir,
    baseUrl: 'http://localhost:4100',
    files: {
      location: { folder: join(dataDir, 'files') },
      rules: { maxFileMib: 1, quotaMib: null },
      secret: 's'.repeat(32),
    },
    log: silentLog,
    rateLimits: null,
  });
  try {
    await service.fillSample('small');
    const [owner] = await service.samplePeople();
    const signIn = () => service.signInAsSample(owner!.user_id);
    const figures: Figure[] = [];
    for (const operation of Object.values<ApiOperation>(operations).sort(lastWhatLasts)) {
      const { name, time } = await worstOf(service, signIn, operation);
      figures.push(atMost(`hostile.${operation.id} (${name})`, time, 'ms', longest));
    }
    return figures;
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Run these last, because they affect the operations after them: an archived channel, thousands of
 * drafts in every list, a new API key.
 */
const lasting = ['archiveStream', 'createDrafts', 'regenerateApiKey'];

function lastWhatLasts(a: ApiOperation, b: ApiOperation): number {
  return lasting.indexOf(a.id) - lasting.indexOf(b.id);
}

async function worstOf(
  service: EmbeddedService,
  signIn: () => Promise<AccountWithKey>,
  operation: ApiOperation,
) {
  let worst = { name: 'nothing', time: 0 };
  for (const [name, type, body] of bodiesOf(operation, await signIn())) {
    const ask = async () => {
      // The previous call can have replaced the key.
      const account = await signIn();
      return stallOf(() => call(service, account, operation, type, body));
    };
    let time = await ask();
    // A pause caused by another program or the garbage collector doesn't repeat.
    for (let i = 0; i < 3 && time > longest; i++) time = Math.min(time, await ask());
    if (process.env['INKWELL_BENCH_ALL']) console.log(operation.id, name, Math.round(time));
    if (time > worst.time) worst = { name, time };
  }
  return worst;
}

/** The longest time for which the event loop was blocked while `work` ran. */
async function stallOf(work: () => Promise<void>): Promise<number> {
  let last = performance.now();
  let stall = 0;
  const look = () => {
    const now = performance.now();
    stall = Math.max(stall, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return stall;
}

async function call(
  service: EmbeddedService,
  { email, api_key }: AccountWithKey,
  operation: ApiOperation,
  type: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const path = fillPath(operation.path, { filename: 'a', realm_id_str: 1, emoji_name: 'a' });
  const request = new Request(
    `http://localhost:4100/api/v1${path.replace(/\{email\}/, 'a@b.example').replace(/\{\w+\+?\}/g, '1')}`,
    {
      method: 'POST',
      body,
      headers: {
        'content-type': type,
        // A form has more space than a URL, and clients can send a GET's parameters in one.
        'x-http-method-override': operation.method,
        authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
      },
    },
  );
  const response = await service.handle(request, { address: '192.0.2.1' });
  await response.text();
  const isRefused = response.status === 401 && operation.access !== 'anyone';
  if (response.status >= 500 || isRefused) throw new Error(`${operation.id}: ${response.status}`);
}

type Case = readonly [name: string, type: string, body: Uint8Array<ArrayBuffer>];

const form = 'application/x-www-form-urlencoded';

function* bodiesOf(operation: ApiOperation, account: AccountWithKey): Generator<Case> {
  const { maxBody, params } = operation;
  const plain = Object.entries(params)
    .filter(([name, { encoding }]) => encoding !== 'path' && name in usual)
    .map(([name]) => [name, usual[name]!(account)] as const);
  for (const [name, parameter] of Object.entries(params)) {
    if (parameter.encoding === 'path') continue;
    const others = plain
      .filter(([other]) => other !== name)
      .map(([other, value]) => `&${other}=${encodeURIComponent(value)}`)
      .join('');
    const bytesLeft = maxBody - name.length - others.length - 10;
    for (const [kind, value] of valuesOf(name, parameter, bytesLeft, account)) {
      // Unencoded as far as a form allows: encoded, less would fit.
      const raw = value.replace(/[%&+]/g, encodeURIComponent);
      const bytes = new TextEncoder().encode(`${name}=${raw}${others}`);
      if (bytes.byteLength <= maxBody) yield [`${name}: ${kind}`, form, bytes];
    }
  }
  const encode = (text: string) => new TextEncoder().encode(text.slice(0, maxBody));
  yield ['the most fields', form, encode('a&'.repeat(299))];
  yield ['too many fields', form, encode('a&'.repeat(maxBody))];
  yield ['escapes', form, encode(`a=${'%41'.repeat(maxBody / 3)}`)];
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
  const parts = part.repeat(Math.floor(maxBody / part.length) - 1);
  yield ['many parts', 'multipart/form-data; boundary=x', encode(`${parts}--x--\r\n`)];
}

/** Valid values with which an operation gets as far as it can. */
const usual: Readonly<Record<string, (account: AccountWithKey) => string>> = {
  type: () => 'direct',
  to: ({ user_id }) => `[${user_id}]`,
  content: () => 'Some words.',
  title: () => 'A title',
  topic: () => 'a topic',
  topic_name: () => 'a topic',
  stream_id: () => '1',
  op: () => 'add',
  flag: () => 'starred',
  anchor: () => 'newest',
  num_before: () => '100',
  num_after: () => '0',
  narrow: () => '[]',
  messages: () => '[1]',
  msg_ids: () => '[1]',
  emoji_name: () => 'tada',
  message_id: () => '1',
  scheduled_delivery_timestamp: () => String(Math.floor(Date.now() / 1000) + 86_400),
  queue_id: () => 'none',
  dont_block: () => 'true',
  last_event_id: () => '-1',
  visibility_policy: () => '1',
  report_type: () => 'spam',
  username: () => 'nobody@example.org',
  password: () => 'nothing',
  old_password: () => 'nothing',
};

const draft = (content: string) => ({ type: '', to: [], topic: '', content, timestamp: 1 });
const term = (operand: unknown) => ({ operator: 'search', operand });

function* valuesOf(
  name: string,
  { encoding }: OperationParameter,
  bytesLeft: number,
  { user_id }: AccountWithKey,
): Generator<[kind: string, value: string]> {
  const fill = (part: string, bytes = part.length) => part.repeat(Math.floor(bytesLeft / bytes));
  yield ['a long word', fill('a')];
  yield ['a sign that grows', fill('\uFDFA', 3)];
  yield ['blanks', fill(' a', 2)];
  yield ['lines', fill('\n')];
  if (name === 'content') yield* hostileTexts(messageLength);
  if (encoding === 'text') return;
  const list = (item: string, most = Infinity) =>
    `[${Array.from({ length: Math.min(most, Math.floor(bytesLeft / (item.length + 1)) - 1) }, () => item).join()}]`;
  const ids = (most: number) => `[${Array.from({ length: most }, (_, i) => i + 1).join()}]`;
  yield ['deep lists', fill('[')];
  yield ['deep objects', fill('{"a":')];
  yield ['closed deep lists', '['.repeat(bytesLeft / 2) + ']'.repeat(bytesLeft / 2)];
  yield ['a long number', fill('1')];
  yield ['a long text', `"${'a'.repeat(bytesLeft - 4)}"`];
  for (const item of ['1', '1.0', '"a"', '{}', '[]', 'null']) {
    yield [`a list of ${item}`, list(item)];
    yield [`a thousand of ${item}`, list(item, 1000)];
  }
  yield ['a hundred numbers', ids(100)];
  yield ['a thousand numbers', ids(1000)];
  yield ['five thousand numbers', ids(5000)];
  yield ['oneself a thousand times', list(String(user_id), 1000)];
  if (name === 'drafts') {
    const each = Math.floor(bytesLeft / 1000) - 80;
    yield ['a thousand drafts', list(JSON.stringify(draft('a'.repeat(each))), 1000)];
    yield ['as many drafts as fit', list(JSON.stringify(draft('a')))];
  }
  if (name === 'draft')
    yield ['the longest draft', JSON.stringify(draft('a'.repeat(bytesLeft - 100)))];
  if (name === 'narrow') {
    const words = 'a '.repeat(50);
    yield ['a hundred searches', list(JSON.stringify(term(words)), 100)];
    yield ['terms', list(JSON.stringify(term('a')))];
    yield ['a long search', list(JSON.stringify(term('a '.repeat(5_000))), 1)];
    const people = { operator: 'dm', operand: JSON.parse(ids(1000)) as unknown };
    yield ['terms of a thousand people', list(JSON.stringify(people), 100)];
  }
}
