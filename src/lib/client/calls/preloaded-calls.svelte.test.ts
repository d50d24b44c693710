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

describe('takePreloaded', () => {
  it('returns the reply once it is complete, only once and only to its account', async () => {
    announceEarly('a1', call);
    expect(await takePreloaded('a2', call)).toBeNull();
    expect(await takePreloaded('a1', 'GET /json/messages')).toBeNull();
    const taken = takePreloaded('a1', call);
    beginEarly()(reply);
    expect(await taken).toEqual({ status: 200, body: reply });
    expect(await takePreloaded('a1', call)).toBeNull();
    expect(document.getElementById('inkwell-early-0')).toBeNull();
  });

  it('returns a reply that arrived before it was needed', async () => {
    announceEarly('a1', call);
    beginEarly(401)(reply);
    expect(await takePreloaded('a1', call)).toEqual({ status: 401, body: reply });
  });

  it('returns null if the document ends without the reply, or in the middle of it', async () => {
    announceEarly('a1', call);
    const taken = takePreloaded('a1', call);
    endDocument();
    expect(await taken).toBeNull();

    announceEarly('a1', call);
    beginEarly();
    expect(await takePreloaded('a1', call)).toBeNull();
  });

  it('returns null to a caller that has aborted', async () => {
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

  it('makes no request if the reply is in the document', async () => {
    const fetch = fetched();
    announceEarly('a1', call);
    beginEarly()(reply);
    expect(await callAs('a1')(getDrafts, {})).toMatchObject({ count: 7 });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('makes a request if the document has no reply', async () => {
    const fetch = fetched();
    announceEarly('a1', call);
    const called = callAs('a1')(getDrafts, {});
    endDocument();
    expect(await called).toMatchObject({ count: 7 });
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('uses no reply from before its own change', async () => {
    const fetch = fetched();
    announceEarly('a1', call);
    beginEarly()(reply);
    await callAs('a1')(createDrafts, { drafts: [] }).catch(() => undefined);
    await callAs('a1')(getDrafts, {});
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
