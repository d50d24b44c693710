import { describe, expect, it } from 'vitest';
import { createDrafts, deleteDraft, editDraft, getDrafts } from './drafts';
import { encodeCall } from './encode-call';
import { sendMessage } from './messages';
import { getUserByEmail } from './users';

const draft = { type: 'stream' as const, to: [7], topic: 'plans & more', content: 'hé' };

describe('encodeCall', () => {
  it('sends lists as JSON in the body', () => {
    const call = encodeCall(createDrafts, { drafts: [draft] });
    expect(call.path).toBe('/drafts');
    expect(JSON.parse(call.body?.get('drafts') ?? '')).toEqual([draft]);
  });

  it('replaces half a surrogate pair in JSON, text and the path', () => {
    const content = 'a\ud83d 🎉\udf89';
    const { body } = encodeCall(createDrafts, { drafts: [{ ...draft, content }] });
    expect(body?.get('drafts')).toContain('"a\ufffd 🎉\ufffd"');
    const sent = encodeCall(sendMessage, { type: 'direct', to: [1], content });
    expect(sent.body?.get('content')).toBe('a\ufffd 🎉\ufffd');
    const { path } = encodeCall(getUserByEmail, { email: `\ud83d@example.org` });
    expect(path).toBe('/users/%EF%BF%BD%40example.org');
  });

  it('omits absent parameters', () => {
    expect(encodeCall(createDrafts, {}).body?.toString()).toBe('');
  });

  it('fills in the path and keeps path parameters out of the body', () => {
    const call = encodeCall(editDraft, { draft_id: 12, draft });
    expect(call.path).toBe('/drafts/12');
    expect([...(call.body ?? [])].map(([name]) => name)).toEqual(['draft']);
  });

  it('has no body for GET and an empty one for a bare DELETE', () => {
    expect(encodeCall(getDrafts, {}).body).toBeNull();
    expect(encodeCall(deleteDraft, { draft_id: 1 }).body?.toString()).toBe('');
  });

  it('rejects a missing parameter at compile time', () => {
    // @ts-expect-error draft_id is required
    expect(encodeCall(deleteDraft, {}).path).toContain('{draft_id}');
    // @ts-expect-error type is one of the documented words
    encodeCall(createDrafts, { drafts: [{ ...draft, type: 'channel' }] });
  });
});
