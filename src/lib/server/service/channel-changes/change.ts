import { canAdministerChannel } from '$lib/api/permissions/channel';
import { eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import { loadPermissions } from '../permissions/load';
import { queueConditionsOf, type StreamRow } from '../channels/access';
import { announceRestoration } from '../channels/archive';
import { listAudience } from '../channels/audience';
import { setDefaultChannel } from '../channels/defaults';
import { accessStreamMetadata, loadChannelAccess } from '../channels/load';
import { channelNameTaken } from '../channels/names';
import { announceVisibilityChange, loadChannelWriter } from '../channels/channel-visibility';
import { newChannelActivity } from '../channels/activity';
import type { ServiceContext } from '../context';
import { streams } from '../db/schema/streams';
import { sqlStateOf } from '../db/sqlstate';
import { badRequest } from '../failure';
import { postRestorationNotice } from '../messages/channel-notices';
import { planChannelChange, type ChannelChangeParams, type ChannelChangeStep } from './plan-change';

/**
 * Changes the given values of a channel that the caller can administer, and sends events to
 * everyone who can see it, including those for whom it appears or disappears. Throws 400, and
 * EXPECTATION_MISMATCH.
 * https://zulip.com/api/update-stream
 */
export async function changeStream(
  context: ServiceContext,
  stream_id: number,
  given: ChannelChangeParams,
): Promise<void> {
  const seen = await accessStreamMetadata(context, stream_id);
  const permissions = await loadPermissions(context, context.user);
  if (!canAdministerChannel(permissions, seen)) {
    throw badRequest("You don't have permission to administer this channel.");
  }
  const old = await lock(context, seen);
  const access = await loadChannelAccess(context);
  const steps = await planChannelChange({ context, stream: old, access, given });
  const moved = steps.some(({ changesVisibility }) => changesVisibility);
  const before = moved ? await listAudience(context, old) : [];
  const stream = steps.length > 0 ? await store(context, old, steps) : old;
  const audience = await listAudience(context, stream);
  if (moved) await announceVisibilityChange(context, stream, before, audience);
  if (old.is_archived && !stream.is_archived) await announceRestoration(context, stream, audience);
  const announced = new Set(moved ? before : audience);
  const staying = audience.filter((id) => announced.has(id));
  for (const event of [...eventsOf(steps), ...(await oldWords(context, old, stream))]) {
    const payload = { type: 'stream', op: 'update', stream_id: stream.id, name: stream.name };
    context.emit({
      payload: { ...payload, ...event },
      audience: staying,
      ...queueConditionsOf(stream),
    });
  }
  if (given.is_default_stream !== undefined) {
    await setDefaultChannel(context, stream, given.is_default_stream);
  }
  await recordSteps(context, old, steps);
  if (!stream.is_archived) await postStepNotices(context, old, stream, steps);
}

async function lock({ tx }: ServiceContext, { id }: StreamRow): Promise<StreamRow> {
  const [row] = await tx.select().from(streams).where(eq(streams.id, id)).for('update');
  return row!;
}

async function store(
  { tx }: ServiceContext,
  old: StreamRow,
  steps: readonly ChannelChangeStep[],
): Promise<StreamRow> {
  const set: Partial<StreamRow> = Object.assign({}, ...steps.map((step) => step.set));
  const settings = Object.assign({}, old.settings, ...steps.map((step) => step.set.settings));
  try {
    const [row] = await tx
      .update(streams)
      .set({ ...set, settings })
      .where(eq(streams.id, old.id))
      .returning();
    return row!;
  } catch (error) {
    // Another channel took the name in between.
    if (sqlStateOf(error) === '23505') throw channelNameTaken(set.name ?? '', 400);
    throw error;
  }
}

const eventsOf = (steps: readonly ChannelChangeStep[]) => steps.flatMap(({ event }) => event ?? []);

/** Clients without support for groups also get the posting policy as a number. */
async function oldWords(context: ServiceContext, old: StreamRow, stream: StreamRow) {
  const writer = await loadChannelWriter(context, newChannelActivity);
  const [before, after] = [writer.channel(old), writer.channel(stream)];
  return (['stream_post_policy', 'is_announcement_only'] as const)
    .filter((property) => before[property] !== after[property])
    .map((property) => ({ property, value: after[property] }));
}

async function recordSteps(
  context: ServiceContext,
  old: StreamRow,
  steps: readonly ChannelChangeStep[],
): Promise<void> {
  const { systemGroups } = (await loadChannelAccess(context)).permissions;
  const changes = steps.map(({ auditAction, set, event }) => {
    const keys = Object.keys(set).filter((key) => key !== 'settings') as (keyof StreamRow)[];
    const before = Object.fromEntries(keys.map((key) => [key, old[key]]));
    const action = `channel.${auditAction}` as const;
    if (!set.settings || !event) {
      return { action, modified_stream_id: old.id, before, after: set };
    }
    const name = event.property as Parameters<typeof systemGroups.streamSetting>[1];
    return {
      ...{ action, modified_stream_id: old.id },
      ...{ before: { [name]: systemGroups.streamSetting(old, name) }, after: set.settings },
    };
  });
  await recordAuditedChange(context, ...changes);
}

async function postStepNotices(
  context: ServiceContext,
  old: StreamRow,
  stream: StreamRow,
  steps: readonly ChannelChangeStep[],
): Promise<void> {
  if (old.is_archived) await postRestorationNotice(context, stream);
  for (const { postNotice: note } of steps) await note?.(context, stream, old);
}
