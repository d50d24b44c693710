/**
 * Whose private data an export contains: no one's, that of users who agreed (and of their bots), or
 * everyone's. https://zulip.com/api/export-realm
 */
export type ArchiveScope = 'public' | 'consented' | 'everything';

/** Temporary table of the users whose private data is included. Exists as long as a snapshot. */
export const consentingTable = 'archive_consenting';

/** Fills the table for a scope other than `everything`. */
export function consentingPeople(scope: ArchiveScope): string {
  if (scope === 'public') return 'select id from users where false';
  return `select u.id from users u left join users o on u.is_bot and o.id = u.bot_owner_id
    where coalesce(o.settings, u.settings) ->> 'allow_private_data_export' = 'true'`;
}

/** Condition on a column with a user id. */
export function isPersonInScope(column: string): string {
  return `${column} in (select id from ${consentingTable})`;
}

/**
 * Condition on a column with a message id: the message is in a public channel, or one of these
 * users can read it.
 */
export function isMessageInScope(column: string): string {
  return `${column} in (select x.id from messages x
    where x.stream_id in (select c.id from streams c where not c.invite_only)
      or exists (select 1 from user_messages um
        where um.message_id = x.id and ${isPersonInScope('um.user_id')})
      or x.stream_id in (select s.stream_id from subscriptions s
        join streams c on c.id = s.stream_id
        where s.active and c.history_public_to_subscribers and ${isPersonInScope('s.user_id')}))`;
}
