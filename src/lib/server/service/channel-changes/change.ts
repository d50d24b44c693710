import {
  canAdministerChannel,
  canSetTopicsPolicy,
  readingPermissions,
} from '$lib/api/permissions/channel';
import { eq, and, ne, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import { loadPermissions } from '../permissions/load';
import { queueConditionsOf, type StreamRow, type ChannelAccess } from '../channels/access';
import { announceRestoration } from '../channels/archive';
import { listAudience } from '../channels/audience';
import { setDefaultChannel } from '../channels/defaults';
import { accessStreamMetadata, loadChannelAccess } from '../channels/load';
import { channelNameTaken, readStreamDescription, readStreamName } from '../channels/names';
import { announceVisibilityChange, loadChannelWriter } from '../channels/channel-visibility';
import { newChannelActivity } from '../channels/activity';
import type { ServiceContext } from '../context';
import { streams } from '../db/schema/streams';
import { sqlStateOf } from '../db/sqlstate';
import { badRequest, requirePermission } from '../failure';
import {
  postRestorationNotice,
  postDescriptionNotice,
  postPrivacyNotice,
  postRenameNotice,
  postRetentionNotice,
} from '../messages/channel-notices';
import type { auditActionsByArea } from '$lib/api/audit-log';
import type { updateStream } from '$lib/api/channels';
import type { ParsedOf } from '$lib/api/define-operation';
import { isAdministrator } from '$lib/api/roles';
import { changeGroupSetting, sameSetting } from '../permissions/setting-value';
import { streamPermissionNames, streamPermissions } from '../permissions/table';
import { renderedDescription } from './description';
import { requireActiveFolder } from './folder';
import { defaultPrivacyGroups } from './read-new-channels';
import {
  requireCanCreateChannel,
  requireCanSetPermission,
  checkOnlyEmptyTopic,
  readRetention,
} from './channel-rules';

type ChannelChangeParams = Omit<ParsedOf<typeof updateStream>, 'stream_id'>;

interface ChannelChangeStep {
  /** Audit log action, in the past tense. */
  readonly auditAction: (typeof auditActionsByArea)['channel'][number];
  readonly set: Partial<StreamRow>;
  /** Fields of its `stream`/`update` event. */
  readonly event?: { readonly property: string; readonly value: unknown } & Readonly<
    Record<string, unknown>
  >;
  /** Whether it changes who can see the channel. */
  readonly changesVisibility?: boolean;
  readonly postNotice?: (
    context: ServiceContext,
    stream: StreamRow,
    old: StreamRow,
  ) => Promise<void>;
}

/** Requested changes of a channel, with the caller's access. */
interface ChangeRequest {
  readonly context: ServiceContext;
  readonly stream: StreamRow;
  readonly access: ChannelAccess;
  readonly given: ChannelChangeParams;
}

/** The changes to make. Throws 400 for changes that the caller can't make or that aren't valid. */
async function planChannelChange(change: ChangeRequest): Promise<ChannelChangeStep[]> {
  const steps = [
    readRestoration(change),
    await readName(change),
    await readNewDescription(change),
    readPrivacy(change),
    readNewRetention(change),
    await readFolder(change),
    await readTopicsPolicy(change),
    ...(await readGroups(change)),
  ];
  checkDefault(change, steps);
  return steps.filter((step) => step !== null);
}

function readRestoration({ stream, given }: ChangeRequest): ChannelChangeStep | null {
  if (given.is_archived === undefined) return null;
  if (given.is_archived) throw badRequest('Use the operation that archives channels.');
  if (!stream.is_archived) throw badRequest('Channel is not archived.');
  return { auditAction: 'unarchived', set: { is_archived: false } };
}

async function readName({
  context,
  stream,
  given,
}: ChangeRequest): Promise<ChannelChangeStep | null> {
  if (given.new_name === undefined) return null;
  const { tx, realm } = context;
  const name = readStreamName(given.new_name);
  if (name === stream.name) throw badRequest('The channel already has that name.');
  const [other] = await tx
    .select({ id: streams.id })
    .from(streams)
    .where(
      and(
        eq(streams.realm_id, realm.id),
        ne(streams.id, stream.id),
        eq(sql`fold_case(${streams.name})`, sql`fold_case(${name})`),
      ),
    );
  if (other) throw channelNameTaken(name, 400);
  return {
    auditAction: 'renamed',
    set: { name },
    event: { name: stream.name, property: 'name', value: name },
    postNotice: postRenameNotice,
  };
}

async function readNewDescription({
  context,
  stream,
  given,
}: ChangeRequest): Promise<ChannelChangeStep | null> {
  if (given.description === undefined) return null;
  const description = readStreamDescription(given.description);
  if (description === stream.description) return null;
  const rendered_description = await renderedDescription(context, description);
  return {
    auditAction: 'described',
    set: { description, rendered_description },
    event: { property: 'description', value: description, rendered_description },
    postNotice: postDescriptionNotice,
  };
}

function readPrivacy({ context, stream, access, given }: ChangeRequest): ChannelChangeStep | null {
  const { is_private, is_web_public: web, history_public_to_subscribers: history } = given;
  if (is_private === undefined && web === undefined && history === undefined) return null;
  checkContentAccess(access, stream);
  const is_web_public = web ?? (is_private ? false : stream.is_web_public);
  const invite_only = is_private ?? (web ? false : stream.invite_only);
  // Public channels always have public history. If the request doesn't say, a private channel keeps
  // its setting, and one that becomes private gets protected history.
  const kept = stream.invite_only && stream.history_public_to_subscribers;
  const history_public_to_subscribers = invite_only ? (history ?? kept) : true;
  const kind = { invite_only, is_web_public };
  const sameKind = invite_only === stream.invite_only && is_web_public === stream.is_web_public;
  if (!sameKind) requireCanCreateChannel(context, access.permissions, kind);
  else if (history_public_to_subscribers === stream.history_public_to_subscribers) return null;
  return {
    auditAction: 'privacy_changed',
    set: { ...kind, history_public_to_subscribers },
    event: {
      property: 'invite_only',
      value: invite_only,
      history_public_to_subscribers,
      is_web_public,
    },
    changesVisibility: !sameKind,
    postNotice: postPrivacyNotice,
  };
}

/** Checks the default channel setting against the other changes. It is applied after them. */
function checkDefault(
  { context, stream, given }: ChangeRequest,
  steps: readonly (ChannelChangeStep | null)[],
): void {
  const wanted = given.is_default_stream;
  if (wanted !== undefined && !isAdministrator(context.user)) {
    throw badRequest('Must be an organization administrator');
  }
  const after: StreamRow = Object.assign({}, stream, ...steps.map((step) => step?.set));
  if (after.invite_only && (wanted ?? stream.is_default)) throw defaultPrivacyGroups();
}

function readNewRetention({ context, stream, given }: ChangeRequest): ChannelChangeStep | null {
  if (given.message_retention_days === undefined) return null;
  const value = readRetention(context, given.message_retention_days);
  if (value === stream.message_retention_days) return null;
  return {
    auditAction: 'retention_changed',
    set: { message_retention_days: value },
    event: { property: 'message_retention_days', value },
    postNotice: postRetentionNotice,
  };
}

async function readFolder({
  context,
  stream,
  given,
}: ChangeRequest): Promise<ChannelChangeStep | null> {
  const { folder_id } = given;
  if (folder_id === undefined || folder_id === stream.folder_id) return null;
  await requireActiveFolder(context, folder_id);
  return {
    auditAction: 'moved_to_folder',
    set: { folder_id },
    event: { property: 'folder_id', value: folder_id },
  };
}

async function readTopicsPolicy({
  context,
  stream,
  access,
  given,
}: ChangeRequest): Promise<ChannelChangeStep | null> {
  const { topics_policy } = given;
  if (topics_policy === undefined || topics_policy === stream.topics_policy) return null;
  requirePermission(canSetTopicsPolicy(access.permissions));
  if (topics_policy === 'empty_topic_only') await checkOnlyEmptyTopic(context, stream);
  return {
    auditAction: 'topics_policy_changed',
    set: { topics_policy },
    event: { property: 'topics_policy', value: topics_policy },
  };
}

async function readGroups({
  context,
  stream,
  access,
  given,
}: ChangeRequest): Promise<ChannelChangeStep[]> {
  const { systemGroups } = access.permissions;
  const steps: ChannelChangeStep[] = [];
  for (const name of streamPermissionNames) {
    const change = given[name];
    if (change === undefined) continue;
    if (readingPermissions.has(name)) checkContentAccess(access, stream);
    const current = systemGroups.streamSetting(stream, name);
    const rule = streamPermissions[name];
    const value = await changeGroupSetting(context, name, rule, current, change);
    if (sameSetting(value, current)) continue;
    requireCanSetPermission(access.permissions, name);
    steps.push({
      auditAction: 'permission_changed',
      set: { settings: { [name]: value } },
      event: { property: name, value },
      changesVisibility: true,
    });
  }
  return steps;
}

/**
 * Administrators of a private channel that they can't read can't give themselves access.
 * Source: https://zulip.com/help/channel-permissions#private-channels
 */
function checkContentAccess(access: ChannelAccess, stream: StreamRow): void {
  if (!access.seesContent(stream)) throw badRequest('Channel content access is required.');
}

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
