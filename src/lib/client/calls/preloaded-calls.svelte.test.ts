import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announceEarly, beginEarly, forgetEarly } from '../../../../tests/support/ui/early';
import { takePreloaded } from './preloaded-calls';

const reply = JSON.stringify({ result: 'success', msg: '', queue_id: 'q1' });

const { signal } = new AbortController();

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
    announceEarly('a1');
    expect(await takePreloaded('a2', signal)).toBeNull();
    const taken = takePreloaded('a1', signal);
    beginEarly()(reply);
    expect(await taken).toEqual({ status: 200, body: reply });
    expect(await takePreloaded('a1', signal)).toBeNull();
    expect(document.getElementById('inkwell-state')).toBeNull();
  });

  it('returns a reply that arrived before it was needed', async () => {
    announceEarly('a1');
    beginEarly(401)(reply);
    expect(await takePreloaded('a1', signal)).toEqual({ status: 401, body: reply });
  });

  it('returns null if the document ends without the reply, or in the middle of it', async () => {
    announceEarly('a1');
    const taken = takePreloaded('a1', signal);
    endDocument();
    expect(await taken).toBeNull();

    announceEarly('a1');
    beginEarly();
    expect(await takePreloaded('a1', signal)).toBeNull();
  });

  it('returns null to a caller that has aborted', async () => {
    announceEarly('a1');
    const caller = new AbortController();
    const taken = takePreloaded('a1', caller.signal);
    caller.abort();
    expect(await taken).toBeNull();
  });
});
