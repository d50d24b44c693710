import { describe, expect, it } from 'vitest';
import { emptyBody } from './draft-body';
import { applyCheckOutcome, recognizeSentMessage } from './sendings';
import type { DraftSending } from './draft-record';
import { startDraftState } from './engine-state';

const body = { ...emptyBody, type: 'private' as const, to: [7], content: 'On my way ' };

describe('recognizeSentMessage', () => {
  it('recognizes the message by its text, as trimmed by the server', () => {
    const found = [
      { id: 11, content: 'Something else' },
      { id: 12, content: 'On my way' },
    ];
    expect(recognizeSentMessage({ body, after: 10 }, found)).toBe(12);
  });

  it('ignores an older message with the same text', () => {
    expect(
      recognizeSentMessage({ body, after: 12 }, [{ id: 12, content: 'On my way' }]),
    ).toBeNull();
  });

  it('recognizes a text that was cut within a character', () => {
    const torn = { ...body, content: 'On my way \ud83d' };
    expect(
      recognizeSentMessage({ body: torn, after: 0 }, [{ id: 1, content: 'On my way \ufffd' }]),
    ).toBe(1);
  });

  it('finds nothing in an empty conversation', () => {
    expect(recognizeSentMessage({ body, after: 0 }, [])).toBeNull();
  });
});

describe('a message at which the server fails', () => {
  const sending = (tries: number, reason: string): DraftSending => ({
    state: 'checking',
    attempt: 'a',
    body,
    at: 0,
    reason,
    tries,
    after: 0,
  });
  const afterLook = (tries: number, reason: string) =>
    applyCheckOutcome(
      startDraftState(),
      { kind: 'check', local: 'd', sending: sending(tries, reason) },
      { state: 'absent' },
      0,
    ).queue[0];

  it('is sent again a few times, then waits for the user', () => {
    expect(afterLook(3, 'server_fault')?.type).toBe('requeueSending');
    expect(afterLook(4, 'server_fault')).toMatchObject({
      type: 'sendingEnded',
      state: 'failed',
      reason: 'server_fault',
    });
  });

  it('is sent again each time the connection was lost', () => {
    expect(afterLook(40, 'no_answer')?.type).toBe('requeueSending');
  });
});
