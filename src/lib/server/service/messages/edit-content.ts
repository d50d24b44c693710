import { editRefusal } from '$lib/api/permissions/message';
import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { badRequest, ServiceFailure } from '../failure';
import { isMeMessage } from '../markdown/render';
import type { AccessibleMessage, StoredMessageHead } from '../narrow/find';
import { realmSettingOf } from '../realm/settings';
import { normaliseContent } from './normalise';
import { prepareDirect, prepareForTopic, type PreparedMessage } from './send';
import type { NotificationPreferences } from './notification-preferences';

/**
 * Seconds of grace after the limit, so that an edit that still looks possible on a client's clock
 * works.
 */
export const editGraceSeconds = 20;

const refusals = {
  other: "You don't have permission to edit this message",
  archived: "You don't have permission to edit this message",
  off: 'Your organization has turned off message editing',
  late: 'The time limit for editing this message has passed',
};

/** Throws 400 if the caller can't change the text. */
export function requireCanEdit(
  { user, realm, clock }: ServiceContext,
  { row, stream }: AccessibleMessage,
): void {
  const refusal = editRefusal({
    isOwn: row.sender_id === user.id,
    isArchived: stream?.is_archived === true,
    isAllowed: realmSettingOf(realm, 'allow_message_editing'),
    age: (clock.now() - row.date_sent.getTime()) / 1000 - editGraceSeconds,
    limit: realmSettingOf(realm, 'message_content_edit_limit_seconds'),
  });
  if (refusal !== null) throw badRequest(refusals[refusal]);
}

/** Throws EXPECTATION_MISMATCH if the edit started from a different text. */
export function checkEditBase(
  row: StoredMessageHead,
  prev_content_sha256: string | undefined,
): void {
  if (prev_content_sha256 === undefined) return;
  const hash = createHash('sha256').update(row.content).digest('hex');
  if (hash === prev_content_sha256.toLowerCase()) return;
  throw new ServiceFailure('EXPECTATION_MISMATCH', 'The message was changed in the meantime', 400, {
    field_name: 'prev_content_sha256',
  });
}

/** The text to store. An emptied message becomes "(deleted)". */
export function normaliseEdit(content: string): string {
  return normaliseContent(content.trim() === '' ? '(deleted)' : content);
}

export interface RenderedEdit {
  readonly content: string;
  readonly html: string;
  /**
   * SQL that updates the mention and alert flags of everyone who received the message. Returns
   * `user_id` and `flags` of users whose flags changed.
   */
  readonly correction: SQL;
}

/** Renders the new text. Throws the error codes of wildcard mentions. */
export async function renderEdit(
  context: ServiceContext,
  { row, stream }: AccessibleMessage,
  content: string,
  preferences: Promise<NotificationPreferences>,
): Promise<RenderedEdit> {
  const prepared = stream
    ? await prepareForTopic(context, stream, row.topic, content)
    : { ...(await prepareDirect(context, content)), participants: [] };
  const correction = flagsCorrection(row.id, prepared, await preferences);
  return { content, html: prepared.html, correction };
}

function flagsCorrection(
  message_id: number,
  { mentions, called, participants }: Pick<PreparedMessage, 'mentions' | 'called' | 'participants'>,
  { alerted }: NotificationPreferences,
): SQL {
  const inTopic = mentions.topic_wildcard ? participants : [];
  return sql`update user_messages set flags = flags_kept || flags_new
    from (select user_id as receiver,
        array(select flag from unnest(flags) as flag where flag not in
          ('mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'has_alert_word')
        ) as flags_kept,
        array_remove(array[
          case when user_id = any(${list([...called])}) then 'mentioned' end,
          case when ${mentions.stream_wildcard}::boolean then 'stream_wildcard_mentioned' end,
          case when user_id = any(${list(inTopic)}) then 'topic_wildcard_mentioned' end,
          case when user_id = any(${list([...alerted])}) then 'has_alert_word' end
        ]::text[], null) as flags_new
      from user_messages where message_id = ${message_id}::int) as corrected
    where message_id = ${message_id}::int and user_id = receiver and flags <> (flags_kept || flags_new)
    returning user_id, flags`;
}

/** Fields for the new text in the update event. */
export function contentFields(row: StoredMessageHead, { content, html }: RenderedEdit) {
  return {
    orig_content: row.content,
    orig_rendered_content: row.rendered_content,
    content,
    rendered_content: html,
    is_me_message: isMeMessage(content, html),
  };
}

function list(ids: readonly number[]) {
  return sql`${`{${ids.join()}}`}::int[]`;
}
