import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announceEarly, beginEarly, forgetEarly } from '../../../../tests/support/ui/early';
import { createDrafts, getDrafts } from '../../api/drafts';
import { callAs } from './call';
import { takePreloaded } from './preloaded-calls';

const call = 'GET /json/drafts';

const reply = JSON.stringify({ result: 'success', msg: '', count: 7, drafts: [] });

let state: DocumentReadyState;
beforeEach(() => {
  state = 'loading';
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => state);
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetEarly();
});

function endDocument() {
  state = 'interactive';
  document.dispatchEvent(new Event('readystatechange'));
}

describe('takeEarly', () => {
  it('takes the reply when it is whole, once, and for its account alone', async () => {
    announceEarly('a1', call);
    expect(await takePreloaded('a2', call)).toBeNull();
    expect(await takePreloaded('a1', 'GET /json/messages')).toBeNull();
    const taken = takePreloaded('a1', call);
    beginEarly()(reply);
    expect(await taken).toEqual({ status: 200, body: reply });
    expect(await takePreloaded('a1', call)).toBeNull();
    expect(document.getElementById('inkwell-early-0')).toBeNull();
  });

  it('takes what came before it was asked for', async () => {
    announceEarly('a1', call);
    beginEarly(401)(reply);
    expect(await takePreloaded('a1', call)).toEqual({ status: 401, body: reply });
  });

  it('has none where the document ends without it, or is cut off in it', async () => {
    announceEarly('a1', call);
    const taken = takePreloaded('a1', call);
    endDocument();
    expect(await taken).toBeNull();

    announceEarly('a1', call);
    beginEarly();
    expect(await takePreloaded('a1', call)).toBeNull();
  });

  it('has none for who does not wait any longer', async () => {
    announceEarly('a1', call);
    const caller = new AbortController();
    const taken = takePreloaded('a1', call, caller.signal);
    caller.abort();
    expect(await taken).toBeNull();
  });
});

describe('callAs', () => {
  const fetched = () =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(reply)));

  it('asks nothing of what the document brings', async () => {
    const fetch = fetched();
    announceEarly('a1', call);
    beginEarly()(reply);
    expect(await callAs('a1')(getDrafts, {})).toMatchObject({ count: 7 });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('asks when the document has brought nothing', async () => {
    const fetch = fetched();
    announceEarly('a1', call);
    const called = callAs('a1')(getDrafts, {});
    endDocument();
    expect(await called).toMatchObject({ count: 7 });
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('takes nothing from before a change of its own', async () => {
    const fetch = fetched();
    announceEarly('a1', call);
    beginEarly()(reply);
    await callAs('a1')(createDrafts, { drafts: [] }).catch(() => undefined);
    await callAs('a1')(getDrafts, {});
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
