/**
 * Whose private data an archive holds: nobody's, that of who agreed (and of their bots), or
 * everybody's. https://zulip.com/api/export-realm
 */
export type ArchiveScope = 'public' | 'consented' | 'everything';

/** The temporary table of the people whose private data goes along; it lives as long as a snapshot. */
export const consentingTable = 'archive_consenting';

/** Fills it with the people of a scope that is not `everything`. */
export function consentingPeople(scope: ArchiveScope): string {
  if (scope === 'public') return 'select id from users where false';
  return `select u.id from users u left join users o on u.is_bot and o.id = u.bot_owner_id
    where coalesce(o.settings, u.settings) ->> 'allow_private_data_export' = 'true'`;
}

/** Condition on a column with a person's id. */
export function isPersonInScope(column: string): string {
  return `${column} in (select id from ${consentingTable})`;
}

/** Condition on a column with a message's id: it is in a public channel, or one of them can read it. */
export function isMessageInScope(column: string): string {
  return `${column} in (select x.id from messages x
    where x.stream_id in (select c.id from streams c where not c.invite_only)
      or exists (select 1 from user_messages um
        where um.message_id = x.id and ${isPersonInScope('um.user_id')})
      or x.stream_id in (select s.stream_id from subscriptions s
        join streams c on c.id = s.stream_id
        where s.active and c.history_public_to_subscribers and ${isPersonInScope('s.user_id')}))`;
}
