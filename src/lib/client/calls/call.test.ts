import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDrafts, deleteDraft, getDrafts } from '../../api/drafts';
import { ApiError, MalformedReply, NetworkFailure, ServerFault } from '../../api/errors';
import { getScheduledMessageFailures } from '../../api/scheduled-messages';
import { callAs } from './call';
import { errorMessage as wordsOf } from './error-table';

function replyWith(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(text, { status })));
}

afterEach(() => void vi.restoreAllMocks());

describe('callAs', () => {
  it('goes through the gateway as the account, with the header that no other site can send', async () => {
    const fetch = replyWith(200, { result: 'success', msg: '', count: 0, drafts: [] });
    expect(await callAs('a1')(getDrafts, {})).toEqual({ count: 0, drafts: [] });
    const [path, init] = fetch.mock.calls[0] ?? [];
    expect(path).toBe('/json/drafts');
    expect(init?.headers).toEqual({ 'X-Inkwell': '1', 'X-Inkwell-Account': 'a1' });
    expect(init?.redirect).toBe('error');
  });

  it('doesn’t call operations that the server lacks', async () => {
    const fetch = replyWith(200, { result: 'success', msg: '', failures: [] });
    const zulip = () => ({ zulip_version: '9.0', zulip_feature_level: 247 });
    const reply = callAs('a1', zulip)(getScheduledMessageFailures, {});
    await expect(reply).rejects.toThrow('getScheduledMessageFailures was asked of 9.0');
    const failure: unknown = await reply.catch((error: unknown) => error);
    expect(wordsOf(failure)).toBe('This server doesn’t support that.');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('sends a change once, even if it fails', async () => {
    const fetch = replyWith(503, 'down');
    await expect(callAs('a1')(createDrafts, { drafts: [] })).rejects.toBeInstanceOf(ServerFault);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    [400, { result: 'error', code: 'BAD_REQUEST', msg: 'no' }, ApiError],
    [401, { result: 'error', code: 'UNAUTHORIZED', msg: 'no' }, ApiError],
    [500, { result: 'error', code: 'SERVER_NOT_READY', msg: 'no' }, ServerFault],
    [502, '<html>Bad gateway</html>', ServerFault],
    [200, '<html>Captive portal</html>', MalformedReply],
    [200, { result: 'success', count: 'many', drafts: [] }, MalformedReply],
    [200, '', MalformedReply],
  ])('maps status %i with %j to one kind of failure', async (status, body, kind) => {
    replyWith(status, body);
    await expect(callAs('a1')(getDrafts, {})).rejects.toBeInstanceOf(kind);
  });

  it('distinguishes a lost connection, an abort by the caller and a timeout', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation((_path, init) => {
      const signal = init?.signal;
      return new Promise((_resolve, reject) => {
        if (!signal || signal.aborted) reject(new TypeError('network'));
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
    const caller = new AbortController();
    const aborted = callAs('a1')(deleteDraft, { draft_id: 1 }, { signal: caller.signal });
    caller.abort();
    await expect(aborted).rejects.toMatchObject({ reason: 'aborted', operation: 'deleteDraft' });
    const late = callAs('a1')(deleteDraft, { draft_id: 1 }, { timeout: 1 });
    await expect(late).rejects.toMatchObject({ reason: 'timeout' });
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const lost = callAs('a1')(deleteDraft, { draft_id: 1 });
    await expect(lost).rejects.toBeInstanceOf(NetworkFailure);
    await expect(lost).rejects.toMatchObject({ reason: 'unreachable' });
  });
});
