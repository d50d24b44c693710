import type { UserStatus } from '$lib/api/user-status';
import { userStatuses } from '../db/schema/user-status';
import type { ServiceContext } from '../context';
import { badRequest } from '../failure';
import { readEmoji } from '../messages/reactions';
import type { UserRow } from '../model';
import { audienceOfUser } from '../users/audience';
import { findStatus, wireStatus, type StatusRow } from './read';

/** Status parameters of a request. Absent ones stay unchanged. */
export interface StatusParams {
  readonly status_text?: string | undefined;
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/** Throws 400 for an unknown emoji, or for a code or type given without a name. */
export async function readStatus(
  context: ServiceContext,
  { status_text, emoji_name, emoji_code, reaction_type }: StatusParams,
): Promise<Partial<StatusRow>> {
  if (emoji_name === undefined && (emoji_code !== undefined || reaction_type !== undefined)) {
    throw badRequest('A status emoji must be named by emoji_name.');
  }
  return {
    ...(status_text !== undefined && { status_text }),
    ...(emoji_name === '' && { emoji_name, emoji_code: '', reaction_type: 'unicode_emoji' }),
    ...(emoji_name && (await readEmoji(context, { emoji_name, emoji_code, reaction_type }))),
  };
}

/** Announces the status of a reactivated user, because clients removed it on deactivation. */
export async function announceStatus(context: ServiceContext, user: UserRow): Promise<void> {
  const status = wireStatus(user, await findStatus(context, user.id));
  if (Object.keys(status).length === 0) return;
  context.emit({
    payload: { type: 'user_status', user_id: user.id, ...status },
    audience: await audienceOfUser(context, user),
  });
}

/**
 * Saves these parts of a locked user's status, and announces it to those who can see them. Returns
 * the previous status, or undefined if nothing differs.
 */
export async function changeStatus(
  context: ServiceContext,
  user: UserRow,
  given: Partial<StatusRow>,
): Promise<UserStatus | undefined> {
  const { tx, emit } = context;
  const old = await findStatus(context, user.id);
  const same = Object.entries(given).every(([key, value]) =>
    // Without an emoji, its code and type have no meaning.
    given.emoji_name === '' && key !== 'status_text'
      ? (old?.emoji_name ?? '') === ''
      : (old?.[key as keyof StatusRow] ?? '') === value,
  );
  if (same) return undefined;
  await tx
    .insert(userStatuses)
    .values({ user_id: user.id, ...given })
    .onConflictDoUpdate({ target: userStatuses.user_id, set: given });
  emit({
    payload: { type: 'user_status', user_id: user.id, ...given },
    audience: await audienceOfUser(context, user),
  });
  return wireStatus(user, old);
}
