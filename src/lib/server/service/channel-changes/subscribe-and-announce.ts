import { recordAuditedChange } from '../audit/record';
import type { StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { badRequest, type ServiceFailure } from '../failure';
import { announceStreams, sendSubscribedNotices } from '../messages/channel-notices';
import { postCreationNotices } from '../messages/creation-notices';
import type { UserRow } from '../model';
import { subscribeByName, type ChannelRequest, type SubscribeOutcome } from './subscribe-by-name';
import type { ChannelCreationParams } from './read-new-channels';

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
    for (const { id } of streams) {
      const ids = idsOf.get(id);
      if (ids) ids.push(person.id);
      else idsOf.set(id, [person.id]);
    }
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
