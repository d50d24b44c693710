import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';

type Word = (context: ServiceContext) => SQL;

/** Condition on the caller's policy for the topic of `m`. There is at most one row. */
const policy = (context: ServiceContext, which: SQL) => sql`exists (select 1 from user_topics ut
  where ut.user_id = ${context.user.id} and ut.stream_id = m.stream_id
    and fold_case(ut.topic) = fold_case(m.topic) and ${which})`;

/**
 * In a muted topic, or in a muted channel with a topic that isn't unmuted or followed. If the
 * caller has muted nothing, no message is looked at.
 */
const muted: Word = (context) => sql`((
    exists (select 1 from user_topics
      where user_id = ${context.user.id} and visibility_policy = 1)
    or exists (select 1 from subscriptions where user_id = ${context.user.id} and is_muted))
  and (${policy(context, sql`ut.visibility_policy = 1`)}
    or exists (select 1 from subscriptions s where s.stream_id = m.stream_id
        and s.user_id = ${context.user.id} and s.active and s.is_muted)
      and not ${policy(context, sql`ut.visibility_policy in (2, 3)`)}))`;

const direct: Word = ({ realm, user }) => sql`(m.stream_id is null and m.recipient_id in (
  select r.id from recipients r
  where r.realm_id = ${realm.id} and r.user_ids @> array[${user.id}::int]))`;

/** Operands of `is`. Conditions on flags and topics must match the partial indexes. */
export const isOperands: Readonly<Record<string, Word>> = {
  dm: direct,
  private: direct,
  starred: () => sql`'starred' = any(um.flags)`,
  mentioned: () =>
    sql`um.flags && array['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned']`,
  alerted: () => sql`'has_alert_word' = any(um.flags)`,
  unread: () => sql`not ('read' = any(um.flags))`,
  resolved: () => sql`m.topic like '✔ %'`,
  followed: (context) => policy(context, sql`ut.visibility_policy = 3`),
  muted,
};

/** Operands of `is` that need the caller's row of a received message. */
export const receivedIsOperands: ReadonlySet<string> = new Set([
  'starred',
  'mentioned',
  'alerted',
  'unread',
  'dm',
  'private',
]);

/**
 * Operands of `has`. The patterns follow the renderer's output and must match the partial indexes.
 */
export const hasOperands: Readonly<Record<string, Word>> = {
  link: () => sql`m.rendered_content like '%<a href="%'`,
  image: () => sql`m.rendered_content like '%message_inline_image%'`,
  attachment: () => sql`m.rendered_content like '%href="/user_uploads/%'`,
  reaction: () => sql`exists (select 1 from reactions re where re.message_id = m.id)`,
};

/** Operands of `in`. */
export const inOperands: Readonly<Record<string, Word>> = {
  home: (context) => sql`not ${muted(context)}`,
  all: () => sql`true`,
};
