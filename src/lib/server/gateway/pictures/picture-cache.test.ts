import { describe, expect, it } from 'vitest';
import type { FetchedPicture } from './fetch-picture';
import { createPictureCache } from './foreign-pictures';

const picture = (size = 10): FetchedPicture => ({ type: 'image/png', bytes: new Uint8Array(size) });

/** Fetches that the test completes. */
function slow() {
  const requests: string[] = [];
  const ends: ((value: FetchedPicture | null) => void)[] = [];
  const fetch = (url: string) => {
    requests.push(url);
    return new Promise<FetchedPicture | null>((resolve) => ends.push(resolve));
  };
  return { requests, ends, fetch };
}

const limits = { bytes: 100, entries: 5, atOnce: 2, waiting: 1 };

describe('createPictureCache', () => {
  it('fetches once for simultaneous requests and caches for an hour', async () => {
    let time = 0;
    const { requests, ends, fetch } = slow();
    const get = createPictureCache(fetch, { now: () => time });
    const both = [get('a'), get('a')];
    ends[0]!(picture());
    expect((await Promise.all(both)).map((one) => one?.type)).toEqual(['image/png', 'image/png']);
    time = 3_599_999;
    expect(await get('a')).not.toBeNull();
    expect(requests).toEqual(['a']);
    time = 3_600_000;
    void get('a');
    expect(requests).toEqual(['a', 'a']);
  });

  it('remembers for five minutes that there is no picture', async () => {
    let time = 0;
    const requests: string[] = [];
    const get = createPictureCache((url) => (requests.push(url), Promise.resolve(null)), {
      now: () => time,
    });
    expect([await get('a'), await get('a')]).toEqual([null, null]);
    expect(requests).toEqual(['a']);
    time = 300_000;
    await get('a');
    expect(requests).toEqual(['a', 'a']);
  });

  it('limits simultaneous and waiting fetches', async () => {
    const { requests, ends, fetch } = slow();
    const get = createPictureCache(fetch, { limits });
    const all = ['a', 'b', 'c', 'd'].map((url) => get(url));
    expect(requests).toEqual(['a', 'b']);
    expect(await all[3]).toBeNull();
    ends[0]!(picture());
    await all[0];
    await Promise.resolve();
    expect(requests).toEqual(['a', 'b', 'c']);
    ends[1]!(picture());
    ends[2]!(picture());
    await Promise.all(all);
    void get('d');
    expect(requests).toEqual(['a', 'b', 'c', 'd']);
  });

  it('drops the least recently used when full', async () => {
    const requests: string[] = [];
    const get = createPictureCache((url) => (requests.push(url), Promise.resolve(picture(40))), {
      limits,
    });
    for (const url of ['a', 'b', 'a', 'c', 'a', 'b']) await get(url);
    expect(requests).toEqual(['a', 'b', 'c', 'b']);
  });
});
