import type { PendingInvite } from '../../api/invites';

/** An attempt that got no response. The API has no client-side id to identify it by. */
export interface UnconfirmedInvite {
  readonly user_id: number | undefined;
  /** `inviteKey`s that existed before. */
  readonly before: ReadonlySet<string>;
}

/** Links and emails have separate id sequences. */
export const inviteKey = ({ id, is_multiuse }: PendingInvite) => `${id} ${is_multiuse}`;

const isOf = ({ user_id, before }: UnconfirmedInvite, one: PendingInvite) =>
  one.invited_by_user_id === user_id && !before.has(inviteKey(one));

interface LinkTerms {
  readonly invite_as: number;
  readonly invite_expires_in_minutes: number | null;
}

/**
 * The link the lost attempt created, if it did. Matched by role and expiry: the list has no
 * channels.
 */
export function findUnconfirmedLink(
  invites: readonly PendingInvite[],
  lost: UnconfirmedInvite,
  { invite_as, invite_expires_in_minutes }: LinkTerms,
): string | undefined {
  const found = invites.find(
    (one) =>
      isOf(lost, one) &&
      one.is_multiuse &&
      one.invited_as === invite_as &&
      minutesOf(one) === invite_expires_in_minutes,
  );
  return found?.link_url;
}

const minutesOf = ({ invited, expiry_date }: PendingInvite) =>
  expiry_date === null ? null : Math.round((expiry_date - invited) / 60);

/** Those of the addresses that the lost attempt hasn't invited, as typed. */
export function uninvitedAddresses(
  typed: string,
  invites: readonly PendingInvite[],
  lost: UnconfirmedInvite,
): readonly string[] {
  const done = new Set(
    invites.flatMap((one) => (isOf(lost, one) && one.email ? [one.email.toLowerCase()] : [])),
  );
  return typed
    .split(/[,\n]/)
    .filter((part) => part.trim() !== '' && !done.has(addressIn(part).toLowerCase()));
}

/** The address in `Name <address>`. */
function addressIn(part: string): string {
  return (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
}
