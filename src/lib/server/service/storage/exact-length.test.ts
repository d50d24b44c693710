import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requireExactLength } from './exact-length';

const minute = 60_000;

it.each([0, 3, 5])('accepts four bytes for four, and not %d', async (length) => {
  const four = requireExactLength(Readable.from([Buffer.from('four')]), 4, minute);
  expect(String(await buffer(four))).toBe('four');
  const source = Readable.from([Buffer.from('x'.repeat(length))]);
  await expect(buffer(requireExactLength(source, 4, minute))).rejects.toThrow('not as long');
});

it('passes on a large file completely, in order', async () => {
  const chunks = Array.from({ length: 300 }, (_, i) => Buffer.alloc(10_000, i));
  const all = requireExactLength(Readable.from(chunks), 3_000_000, minute);
  expect((await buffer(all)).equals(Buffer.concat(chunks))).toBe(true);
});

it('fails if its source fails', async () => {
  const source = new PassThrough();
  const reader = requireExactLength(source, 10, minute);
  source.write('begun');
  source.destroy(new Error('reset'));
  await expect(buffer(reader)).rejects.toThrow('reset');
});

it('ends the source when its reader ends', async () => {
  const source = new PassThrough();
  const closed = new Promise((resolve) => source.once('close', resolve));
  source.write('begun');
  for await (const _chunk of requireExactLength(source, 10, minute)) break;
  await closed;
});

/** Lets streams do what they can without advancing the clock. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('with time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('doesn’t wait for bytes that never come', async () => {
    const silent = new PassThrough();
    silent.write('begun');
    const pieces = requireExactLength(silent, 10, minute)[Symbol.asyncIterator]();
    expect(String((await pieces.next()).value)).toBe('begun');
    const broken = expect(pieces.next()).rejects.toThrow('stopped');
    while (vi.getTimerCount() === 0) await turn();
    vi.advanceTimersByTime(minute);
    await broken;
  });

  it('waits for a slow reader', async () => {
    // More than the buffers hold, so that the source has to pause too.
    const large = Buffer.alloc(1_000_000);
    const reader = requireExactLength(Readable.from([large, large]), 2_000_000, minute);
    const pieces = reader[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let length = (await pieces.next()).value!.length;
    while (vi.getTimerCount() > 0) await turn();
    vi.advanceTimersByTime(10 * minute);
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      length += next.value.length;
    }
    expect(length).toBe(2_000_000);
  });
});
