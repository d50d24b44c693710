import type { PendingInvite } from '../../api/invites';

/** What was asked for when no answer came; the API has no name of ours for it. */
export interface UnconfirmedInvite {
  readonly user_id: number | undefined;
  /** What was there before, by `inviteKey`. */
  readonly before: ReadonlySet<string>;
}

/** Links and e-mails count their ids apart. */
export const inviteKey = ({ id, is_multiuse }: PendingInvite) => `${id} ${is_multiuse}`;

const isOf = ({ user_id, before }: UnconfirmedInvite, one: PendingInvite) =>
  one.invited_by_user_id === user_id && !before.has(inviteKey(one));

interface LinkTerms {
  readonly invite_as: number;
  readonly invite_expires_in_minutes: number | null;
}

/** The link that the lost try has made, if it has: the list tells role and end, and no channels. */
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

/** Those of the addresses that the lost try has not invited; as they were typed. */
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

/** `Name <address>` names the address. */
function addressIn(part: string): string {
  return (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
}
