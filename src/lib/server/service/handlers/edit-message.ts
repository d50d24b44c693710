import type * as api from '$lib/api/edit-message';
import type { ParsedOf } from '$lib/api/define-operation';
import { eq, sql } from 'drizzle-orm';
import { readersUnawareOf } from '../channels/readers';
import type { ServiceContext } from '../context';
import { messages } from '../db/schema/messages';
import { badRequest } from '../failure';
import { reclaimFiles } from '../files/claim';
import type { OperationHandlers } from '../handler';
import { loadLinkifiers } from '../markdown/load-linkifiers';
import { topicLinks } from '../markdown/render';
import type { CompiledLinkifiers } from '../markdown/state';
import { messageAudienceOf, type MessageAudience } from '../messages/audience';
import {
  checkEditBase,
  requireCanEdit,
  contentFields,
  normaliseEdit,
  renderEdit,
  type RenderedEdit,
} from '../messages/edit-content';
import { readEmptyTopic } from '../messages/send-permissions';
import {
  addForSubscribers,
  messagesToMove,
  recordFirstMessages,
  removeForPeopleWithoutAccess,
  storeMove,
} from '../messages/move';
import { postMoveNotices } from '../messages/move-notices';
import {
  checkMoveAge,
  requireCanMove,
  findMoveTarget,
  type MessageMove,
} from '../messages/move-permissions';
import { normaliseTopic } from '../messages/normalise';
import { versionsOf } from '../messages/versions';
import { accessLockedMessage, accessMessage, type AccessibleMessage } from '../narrow/find';
import { prefetchNotificationPreferences } from '../messages/notification-preferences';
import { unixTime } from '../users/wire';
import { requireNoWidget } from '../widgets/store-widget';

type Params = ParsedOf<typeof api.updateMessage>;

function checkShape({ content, topic, stream_id, propagate_mode }: Params): void {
  if (content !== undefined && stream_id !== undefined) {
    throw badRequest('Cannot change message content while changing channel');
  }
  const moves = topic !== undefined || stream_id !== undefined;
  if (!moves && propagate_mode !== undefined && propagate_mode !== 'change_one') {
    throw badRequest('Invalid propagate_mode without topic edit');
  }
  if (content === undefined && !moves) throw badRequest('Nothing to change');
}

/** Null if nothing would move. */
async function readMove(
  context: ServiceContext,
  { row, stream: from }: AccessibleMessage,
  { topic: given, stream_id }: Params,
): Promise<MessageMove | null> {
  if (given === undefined && stream_id === undefined) return null;
  if (!from) throw badRequest('Direct messages cannot be moved to channels.');
  const topic = given === undefined ? row.topic : readEmptyTopic(normaliseTopic(given));
  const to = stream_id === undefined ? from : await findMoveTarget(context, stream_id);
  if (to.id === from.id && topic === row.topic) return null;
  return { from, to, oldTopic: row.topic, topic };
}

/**
 * Stores the text and its history entry. If the messages also move, the move stores the entry.
 * Returns the audience unless there is a move.
 */
async function storeContent(
  context: ServiceContext,
  { row, stream }: AccessibleMessage,
  { content, html, correction }: RenderedEdit,
  move: MessageMove | null,
): Promise<MessageAudience | undefined> {
  const { tx, user, clock } = context;
  const now = new Date(clock.now());
  const entry = {
    user_id: user.id,
    timestamp: unixTime(now),
    prev_content: row.content,
    prev_rendered_content: row.rendered_content,
  };
  const stored = tx
    .update(messages)
    .set({
      content,
      rendered_content: html,
      last_edit_time: now,
      ...(!move && {
        edit_history: sql`${JSON.stringify([entry])}::jsonb || coalesce(edit_history, '[]'::jsonb)`,
      }),
    })
    .where(eq(messages.id, row.id))
    .execute();
  const [audience] = await Promise.all([
    move ? undefined : messageAudienceOf(context, stream, [row.id], row.id, correction),
    stored,
  ]);
  if (move) await tx.execute(correction);
  return audience;
}

async function applyMove(
  context: ServiceContext,
  found: AccessibleMessage,
  move: MessageMove,
  params: Params,
  text: RenderedEdit | undefined,
): Promise<void> {
  const { user, clock, tx } = context;
  const { row } = found;
  const { from, to, topic, oldTopic } = move;
  const moving = await messagesToMove(context, found, params.propagate_mode ?? 'change_one');
  checkMoveAge(context, move, row, moving);
  const ids = moving.map(({ id }) => id);
  const before = await messageAudienceOf(context, from, ids, row.id);
  const entry = {
    user_id: user.id,
    timestamp: unixTime(new Date(clock.now())),
    ...(topic !== oldTopic && { prev_topic: oldTopic, topic }),
    ...(from.id !== to.id && { prev_stream: from.id, stream: to.id }),
  };
  const { emptied } = await storeMove(context, move, ids, entry);
  if (text) {
    const old = { prev_content: row.content, prev_rendered_content: row.rendered_content };
    await tx
      .update(messages)
      .set({
        edit_history: sql`${JSON.stringify([{ ...entry, ...old }])}::jsonb || (edit_history - 0)`,
      })
      .where(eq(messages.id, row.id));
  }
  await removeForPeopleWithoutAccess(context, move, ids, before.user_ids);
  await addForSubscribers(context, move, ids);
  const after = await messageAudienceOf(context, to, ids, row.id);
  const strangers = await readersUnawareOf(context, from, to);
  announce(context, found, text, {
    audience: after,
    moved: { move, ids, strangers, params, linkifiers: await loadLinkifiers(context) },
  });
  await recordFirstMessages(context, move);
  await postMoveNotices(context, move, {
    inOld: params.send_notification_to_old_thread ?? false,
    inNew: params.send_notification_to_new_thread ?? true,
    count: ids.length,
    whole: emptied,
  });
}

interface Moved {
  readonly move: MessageMove;
  readonly ids: readonly number[];
  /** Users who get the event but can't know the channel the messages come from. */
  readonly strangers: ReadonlySet<number>;
  readonly params: Params;
  readonly linkifiers: CompiledLinkifiers | undefined;
}

/** Sends `update_message` with each receiver's own flags. */
function announce(
  context: ServiceContext,
  { row, stream }: AccessibleMessage,
  text: RenderedEdit | undefined,
  { audience, moved }: { readonly audience: MessageAudience; readonly moved?: Moved },
): void {
  const { user, clock } = context;
  const { user_ids, flags } = audience;
  const payload = {
    type: 'update_message',
    user_id: user.id,
    rendering_only: false,
    message_id: row.id,
    message_ids: moved?.ids ?? [row.id],
    flags: [],
    edit_timestamp: unixTime(new Date(clock.now())),
    ...(stream && { stream_id: stream.id }),
    ...(text && contentFields(row, text)),
    ...(moved && moveFields(moved)),
  };
  const perUser = Object.fromEntries(
    [...flags].filter(([, own]) => own.length > 0).map(([id, own]) => [id, { flags: own }]),
  );
  const isStranger = (id: number) => moved?.strangers.has(id) ?? false;
  const strangers = user_ids.filter(isStranger);
  if (strangers.length > 0) context.emit({ payload, audience: strangers, perUser });
  context.emit({
    payload: { ...payload, ...(stream && { stream_name: stream.name }) },
    audience: user_ids.filter((id) => !isStranger(id)),
    perUser,
    hidden: {
      public_stream: stream !== null && !stream.invite_only && !moved?.move.to.invite_only,
    },
  });
}

function moveFields({ move: { from, to, oldTopic, topic }, params, linkifiers }: Moved) {
  return {
    orig_subject: oldTopic,
    propagate_mode: params.propagate_mode ?? 'change_one',
    ...(topic !== oldTopic && { subject: topic, topic_links: topicLinks(topic, linkifiers) }),
    ...(from.id !== to.id && { new_stream_id: to.id }),
  };
}

export const editMessageHandlers = {
  /** https://zulip.com/api/update-message */
  async updateMessage(context, params) {
    checkShape(params);
    const { content } = params;
    const preferences =
      content === undefined
        ? undefined
        : prefetchNotificationPreferences(context, () => normaliseEdit(content));
    const found = await accessLockedMessage(context, params.message_id);
    const move = await readMove(context, found, params);
    if (content === undefined && !move) throw badRequest('Nothing to change');
    if (content !== undefined) {
      requireCanEdit(context, found);
      checkEditBase(found.row, params.prev_content_sha256);
      requireNoWidget(found);
    }
    if (move) await requireCanMove(context, move);
    const text =
      content === undefined || !preferences
        ? undefined
        : await renderEdit(context, found, normaliseEdit(content), preferences);
    const audience = text && (await storeContent(context, found, text, move));
    const detached_uploads = text ? await reclaimFiles(context, found.row, text.html) : [];
    if (move) await applyMove(context, found, move, params, text);
    else if (audience) announce(context, found, text, { audience });
    return { detached_uploads };
  },

  async getMessageHistory(context, { message_id, allow_empty_topic_name }) {
    const { row } = await accessMessage(context, message_id);
    const [history] = await context.tx
      .select({ edit_history: messages.edit_history })
      .from(messages)
      .where(eq(messages.id, row.id));
    const whole = { ...row, edit_history: history?.edit_history ?? null };
    return { message_history: await versionsOf(context, whole, allow_empty_topic_name ?? false) };
  },
} satisfies Partial<OperationHandlers>;
