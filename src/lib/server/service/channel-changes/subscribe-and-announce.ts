import { appendTo } from '$lib/api/append-to';
import { recordAuditedChange } from '../audit/record';
import type { StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { badRequest, type ServiceFailure } from '../failure';
import { announceStreams, sendSubscribedNotices } from '../messages/channel-notices';
import { postCreationNotices } from '../messages/creation-notices';
import type { UserRow } from '../model';
import {
  type ChannelCreationParams,
  readNewStreams,
  type ChannelNameAndDescription,
} from './read-new-channels';
import { foldCase } from '$lib/api/fold-case';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { insertStreams, openStreams } from '../channels/create';
import { loadChannelAccess } from '../channels/load';
import { channelNameTaken, readStreamName } from '../channels/names';
import { subscribePeople, type ChannelToSubscribe } from '../channels/subscribe';
import { streams } from '../db/schema/streams';
import { requireCanAddToNewChannel, canSubscribePeople } from './subscribe-permissions';

/** Maximum number of new channels per call. Each gets a first message. */
const maxNewChannels = 100;
/** Maximum number of subscriptions per call. */
const maxSubscriptions = 100_000;

/** A channel to subscribe to, by name. */
interface ChannelRequest extends ChannelNameAndDescription {
  readonly color?: string | undefined;
}

interface SubscribeOutcome {
  readonly made: readonly StreamRow[];
  /** By user: the channels they are newly subscribed to, and those they were in already. */
  readonly subscribed: ReadonlyMap<UserRow, readonly StreamRow[]>;
  readonly already: ReadonlyMap<UserRow, readonly StreamRow[]>;
  /** Names as in the request. */
  readonly unauthorized: readonly string[];
}

/**
 * Subscribes people to channels by name, and creates missing channels. Throws if the caller can't
 * create one. Channels to which the caller can't subscribe these people are returned as
 * `unauthorized`.
 */
async function subscribeByName(
  context: ServiceContext,
  requests: readonly ChannelRequest[],
  people: readonly UserRow[],
  creation: ChannelCreationParams,
): Promise<SubscribeOutcome> {
  const wanted = new Map<string, ChannelRequest>();
  for (const one of requests) {
    const name = readStreamName(one.name);
    const key = foldCase(name);
    if (!wanted.has(key)) wanted.set(key, { ...one, name });
  }
  if (wanted.size * people.length > maxSubscriptions) {
    throw badRequest(`One request can create at most ${maxSubscriptions} subscriptions.`);
  }
  const { found, made } = await findOrMake(context, wanted, people, creation);
  const access = await loadChannelAccess(context);
  const [open, closed] = [new Map<string, StreamRow>(), [] as string[]];
  for (const [key, stream] of found) {
    if (canSubscribePeople(access, stream, people)) open.set(key, stream);
    else closed.push(wanted.get(key)!.name);
  }
  const joining = ([key, stream]: readonly [string, StreamRow]): ChannelToSubscribe => ({
    stream,
    color: colorIn(wanted.get(key)!),
  });
  const first = await openStreams(context, [...made].map(joining), people);
  const later = await subscribePeople(context, [...open].map(joining), people);
  const all = [...made.values(), ...open.values()];
  const came = new Set(
    [...first.rows, ...later.rows].map((row) => `${row.user_id} ${row.stream_id}`),
  );
  const where = (isNew: boolean) =>
    new Map(
      people.map((person) => [
        person,
        all.filter(({ id }) => came.has(`${person.id} ${id}`) === isNew),
      ]),
    );
  return {
    made: [...made.values()],
    subscribed: where(true),
    already: where(false),
    unauthorized: closed,
  };
}

async function findOrMake(
  context: ServiceContext,
  wanted: ReadonlyMap<string, ChannelRequest>,
  people: readonly UserRow[],
  creation: ChannelCreationParams,
) {
  const found = await byName(context, [...wanted.values()]);
  const missing = [...wanted].filter(([key]) => !found.has(key)).map(([, one]) => one);
  if (missing.length > maxNewChannels)
    throw badRequest(`One request can create at most ${maxNewChannels} channels.`);
  const fresh = await readNewStreams(context, missing, creation);
  if (fresh.length > 0) {
    const access = await loadChannelAccess(context);
    const { settings } = fresh[0]!;
    requireCanAddToNewChannel(access, { settings, creator_id: context.user.id }, people);
  }
  const rows = await insertStreams(context, fresh);
  const made = new Map(rows.map((row) => [foldCase(row.name), row]));
  const late = missing.filter(({ name }) => !made.has(foldCase(name)));
  // Channels that someone else created in between.
  for (const [key, row] of await byName(context, late)) found.set(key, row);
  const lost = late.find(({ name }) => !found.has(foldCase(name)));
  if (lost) throw channelNameTaken(lost.name);
  return { found, made };
}

/** Channels by case-folded name, whether or not the caller can see them. */
async function byName(
  { tx, realm }: ServiceContext,
  named: readonly ChannelNameAndDescription[],
): Promise<Map<string, StreamRow>> {
  if (named.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(streams)
    .where(
      and(
        eq(streams.realm_id, realm.id),
        inArray(
          sql`fold_case(${streams.name})`,
          named.map(({ name }) => sql`fold_case(${name})`),
        ),
      ),
    );
  return new Map(rows.map((row) => [foldCase(row.name), row]));
}

/** `#rrggbb` in lower case. In the short form, each digit counts twice. */
function colorIn({ color }: ChannelRequest): string | undefined {
  if (color === undefined) return undefined;
  const digits = color.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

/**
 * Maximum number of people who get a direct message about being subscribed. Clients know it from
 * the register state.
 */
export const maxBulkNewSubscriptionMessages = 100;

/**
 * Response of `POST /users/me/subscriptions`. `unauthorized` is non-empty only if that isn't fatal.
 */
export interface SubscribeReply {
  readonly subscribed: Record<string, string[]>;
  readonly already_subscribed: Record<string, string[]>;
  readonly unauthorized: string[];
  /** Absent if not requested. */
  readonly new_subscription_messages_sent?: boolean;
}

/**
 * Subscribes people to channels by name, creates missing ones, and announces everything: with
 * events, notices in the channels, direct messages and the audit log.
 */
export async function subscribeAndAnnounce(
  context: ServiceContext,
  requests: readonly ChannelRequest[],
  people: readonly UserRow[],
  creation: ChannelCreationParams,
): Promise<SubscribeReply> {
  const outcome = await subscribeByName(context, requests, people, creation);
  await announceNewChannels(context, outcome.made, creation);
  await recordSubscriptions(context, outcome);
  const announcement = (creation.send_new_subscription_messages ?? true) && {
    new_subscription_messages_sent: await notifySubscribedPeople(context, outcome.subscribed),
  };
  return {
    subscribed: namesById(outcome.subscribed),
    already_subscribed: namesById(outcome.already),
    unauthorized: [...outcome.unauthorized],
    ...announcement,
  };
}

export function inaccessibleChannels(names: readonly string[]): ServiceFailure {
  return badRequest(`Unable to access channel (${names.join(', ')}).`);
}

/** Posts in the new channels and the announcement channel, and writes to the audit log. */
export async function announceNewChannels(
  context: ServiceContext,
  made: readonly StreamRow[],
  { announce = false }: ChannelCreationParams,
): Promise<void> {
  await postCreationNotices(context, made);
  if (announce) await announceStreams(context, made);
  await recordAuditedChange(
    context,
    ...made.map(({ id, name, invite_only, is_web_public }) => ({
      action: 'channel.created' as const,
      modified_stream_id: id,
      after: { name, invite_only, is_web_public },
    })),
  );
}

/** Records only people subscribed by someone else. */
async function recordSubscriptions(
  context: ServiceContext,
  { subscribed }: SubscribeOutcome,
): Promise<void> {
  const idsOf = new Map<number, number[]>();
  for (const [person, streams] of subscribed) {
    if (person.id === context.user.id) continue;
    for (const { id } of streams) appendTo(idsOf, id, person.id);
  }
  await recordAuditedChange(
    context,
    ...[...idsOf].map(([id, user_ids]) => ({
      action: 'channel.subscribers_added' as const,
      modified_stream_id: id,
      after: { user_ids },
    })),
  );
}

/** Returns whether messages were sent. With too many people, none are. */
export async function notifySubscribedPeople(
  context: ServiceContext,
  subscribed: ReadonlyMap<UserRow, readonly StreamRow[]>,
): Promise<boolean> {
  const others = [...subscribed].filter(
    ([person, streams]) => person.id !== context.user.id && !person.is_bot && streams.length > 0,
  );
  if (others.length > maxBulkNewSubscriptionMessages) return false;
  await sendSubscribedNotices(context, new Map(others));
  return true;
}

function namesById(of: ReadonlyMap<UserRow, readonly StreamRow[]>): Record<string, string[]> {
  return Object.fromEntries(
    [...of]
      .filter(([, streams]) => streams.length > 0)
      .map(([{ id }, streams]) => [String(id), streams.map(({ name }) => name)]),
  );
}
