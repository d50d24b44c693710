import { draftSchema, type Draft } from '$lib/api/draft';
import type { DraftInput } from '$lib/api/drafts';
import { and, eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { readableStreams } from '../channels/load';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import type { drafts } from '../db/schema/drafts';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { findVisibleUsers } from '../users/visible';
import { normaliseContent, truncateTopic } from '../messages/normalise';
import type { WarningLog } from '../warning-log';

type DraftRow = typeof drafts.$inferSelect;
type DraftValue = Omit<DraftRow, 'id' | 'user_id'>;

/** As `wireDraft`, without rows that no client could read: one of them would spoil the whole list. */
export function wireDrafts(rows: readonly DraftRow[], warnings: WarningLog): Required<Draft>[] {
  return rows.map(wireDraft).filter((draft) => {
    const isReadable: boolean = v.is(draftSchema, draft);
    if (!isReadable) {
      warnings.once(`draft ${draft.id}`, {}, 'a stored draft can not be read and is left out');
    }
    return isReadable;
  });
}

/** https://zulip.com/api/get-drafts */
export function wireDraft(row: DraftRow): Required<Draft> {
  return {
    id: row.id,
    type: row.type as Draft['type'],
    to: row.to,
    topic: row.topic,
    content: row.content,
    timestamp: Math.floor(row.last_edit_time.getTime() / 1000),
  };
}

/**
 * Checks drafts by the rules for creating and editing, all or nothing, and returns what to store. A
 * private draft without recipients is stored without a destination. Contents and topics that are
 * too long are cut.
 */
export async function checkDrafts(
  context: ServiceContext,
  inputs: readonly DraftInput[],
): Promise<DraftValue[]> {
  const now = context.clock.now();
  const values = inputs.map((input) => checkDraft(input, now));
  await checkChannels(
    context,
    values.flatMap(({ type, to }) => (type === 'stream' ? to : [])),
  );
  await checkPeople(
    context,
    values.flatMap(({ type, to }) => (type === 'private' ? to : [])),
  );
  return values;
}

function checkDraft(input: DraftInput, now: number): DraftValue {
  if (input.topic.includes('\0')) throw badRequest('Topic must not contain null bytes');
  const seconds = input.timestamp ?? now / 1000;
  const common = {
    content: normaliseContent(input.content),
    last_edit_time: new Date(Math.floor(seconds) * 1000),
  };
  switch (input.type) {
    case 'stream':
      if (input.to.length !== 1)
        throw badRequest('Must specify exactly 1 channel ID for channel messages');
      return { ...common, type: 'stream', to: input.to, topic: truncateTopic(input.topic) };
    case 'private':
      if (input.to.length === 0) return { ...common, type: '', to: [], topic: '' };
      return { ...common, type: 'private', to: [...new Set(input.to)], topic: '' };
    case '':
      return { ...common, type: '', to: [], topic: '' };
  }
}

async function checkChannels(context: ServiceContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { tx, realm } = context;
  const unique = validIds(ids, 'Invalid channel ID');
  const rows = await tx
    .select()
    .from(streams)
    .where(and(eq(streams.realm_id, realm.id), inArray(streams.id, unique)));
  const known = new Set((await readableStreams(context, rows)).map(({ id }) => id));
  if (unique.some((id) => !known.has(id))) throw badRequest('Invalid channel ID');
}

async function checkPeople(context: ServiceContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const unique = validIds(ids, 'Invalid user ID');
  const rows = await findVisibleUsers(context, inArray(users.id, unique));
  const known = new Set(rows.map(({ id }) => id));
  const missing = unique.find((id) => !known.has(id));
  if (missing !== undefined) throw badRequest(`Invalid user ID ${missing}`);
}

/** The distinct ids. */
function validIds(ids: readonly number[], message: string): number[] {
  if (!ids.every(isRowId)) throw badRequest(message);
  return [...new Set(ids)];
}
