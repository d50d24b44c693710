import { ApiError } from '../../../api/errors';
import { updateMessage } from '../../../api/edit-message';
import { hasParameter } from '../../../api/feature-level';
import { getMessage } from '../../../api/read-messages';
import type { Account } from '../../../client/account/account.svelte';

/** The text was changed elsewhere since the edit began; holds the current text. */
export class EditConflict extends Error {
  constructor(readonly theirs: string) {
    super('The message was changed in the meantime.');
  }
}

/** A message's Markdown. Throws `AnyFailure`. */
export async function fetchMessageSource(account: Account, message_id: number): Promise<string> {
  const { message } = await account.call(getMessage, { message_id, apply_markdown: false });
  return message.content;
}

/**
 * Replaces `base` with `content` on the server. Succeeds if the server has `content` already, for
 * example because the reply to an earlier attempt was lost. Throws `EditConflict` if it has a
 * different text, and `AnyFailure`.
 */
export async function replaceMessageText(
  account: Account,
  message_id: number,
  base: string,
  content: string,
): Promise<void> {
  const digest = hasParameter(updateMessage, 'prev_content_sha256', account.state)
    ? await digestOf(base)
    : undefined;
  if (digest === undefined) {
    if (await isThere(account, message_id, base, content)) return;
    await account.call(updateMessage, { message_id, content });
    return;
  }
  try {
    await account.call(updateMessage, { message_id, content, prev_content_sha256: digest });
  } catch (failure) {
    const isMismatch = failure instanceof ApiError && failure.code === 'EXPECTATION_MISMATCH';
    if (!isMismatch) throw failure;
    if (await isThere(account, message_id, base, content)) return;
    // The same text except for white space that the server removed.
    const stored = await fetchMessageSource(account, message_id);
    const prev_content_sha256 = await digestOf(stored);
    await account.call(updateMessage, { message_id, content, prev_content_sha256 });
  }
}

/**
 * Whether the server has `content` already; throws `EditConflict` if it has neither that nor
 * `base`.
 */
async function isThere(account: Account, id: number, base: string, content: string) {
  const there = await fetchMessageSource(account, id);
  if (isSameMessageText(there, content)) return true;
  if (!isSameMessageText(there, base)) throw new EditConflict(there);
  return false;
}

/** Compares like servers store texts: without trailing white space and leading empty lines. */
export function isSameMessageText(one: string, other: string): boolean {
  return stored(one) === stored(other);
}

const stored = (text: string) => text.replaceAll('\r\n', '\n').replace(/^\n+/, '').trimEnd();

/** SHA-256 in hex; browsers offer it on secure pages only. */
async function digestOf(text: string): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  const bytes = await subtle?.digest('SHA-256', new TextEncoder().encode(text));
  if (!bytes) return undefined;
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
