import { recordChange } from '../audit/record';
import type { StreamRow } from '../channels/access';
import type { Context } from '../context';
import { badRequest, type ServiceFailure } from '../failure';
import { announceStreams, tellSubscribed } from '../messages/channel-notices';
import { noteCreations } from '../messages/creation-notes';
import type { User } from '../model';
import { joinByName, type Asked, type Outcome } from './join';
import type { Creation } from './read-new';

/** Up to so many people are told that they were subscribed; clients know it from the register state. */
export const maxBulkNewSubscriptionMessages = 100;

/** What `POST /users/me/subscriptions` answers; of `unauthorized` only where that is not fatal. */
export interface Brought {
  readonly subscribed: Record<string, string[]>;
  readonly already_subscribed: Record<string, string[]>;
  readonly unauthorized: string[];
  /** Absent where it was not wished. */
  readonly new_subscription_messages_sent?: boolean;
}

/**
 * Brings people into channels by name, makes those that are not there, and lets everybody know: by
 * events, notes in the channels, direct messages and the audit log.
 */
export async function bringByName(
  context: Context,
  asked: readonly Asked[],
  people: readonly User[],
  creation: Creation,
): Promise<Brought> {
  const outcome = await joinByName(context, asked, people, creation);
  await tellOfNew(context, outcome.made, creation);
  await recordSubscriptions(context, outcome);
  const told = (creation.send_new_subscription_messages ?? true) && {
    new_subscription_messages_sent: await tellPeople(context, outcome.subscribed),
  };
  return {
    subscribed: namesById(outcome.subscribed),
    already_subscribed: namesById(outcome.already),
    unauthorized: [...outcome.unauthorized],
    ...told,
  };
}

export function cannotAccess(names: readonly string[]): ServiceFailure {
  return badRequest(`Unable to access channel (${names.join(', ')}).`);
}

/** In the channels, where new ones are announced, and in the audit log. */
export async function tellOfNew(
  context: Context,
  made: readonly StreamRow[],
  { announce = false }: Creation,
): Promise<void> {
  await noteCreations(context, made);
  if (announce) await announceStreams(context, made);
  await recordChange(
    context,
    ...made.map(({ id, name, invite_only, is_web_public }) => ({
      action: 'channel.created' as const,
      modified_stream_id: id,
      after: { name, invite_only, is_web_public },
    })),
  );
}

/** Of those whom somebody else brought in. */
async function recordSubscriptions(context: Context, { subscribed }: Outcome): Promise<void> {
  const idsOf = new Map<number, number[]>();
  for (const [person, streams] of subscribed) {
    if (person.id === context.user.id) continue;
    for (const { id } of streams) {
      const ids = idsOf.get(id);
      if (ids) ids.push(person.id);
      else idsOf.set(id, [person.id]);
    }
  }
  await recordChange(
    context,
    ...[...idsOf].map(([id, user_ids]) => ({
      action: 'channel.subscribers_added' as const,
      modified_stream_id: id,
      after: { user_ids },
    })),
  );
}

/** Whether they were told: not where there are too many. */
export async function tellPeople(
  context: Context,
  subscribed: ReadonlyMap<User, readonly StreamRow[]>,
): Promise<boolean> {
  const others = [...subscribed].filter(
    ([person, streams]) => person.id !== context.user.id && !person.is_bot && streams.length > 0,
  );
  if (others.length > maxBulkNewSubscriptionMessages) return false;
  await tellSubscribed(context, new Map(others));
  return true;
}

function namesById(of: ReadonlyMap<User, readonly StreamRow[]>): Record<string, string[]> {
  return Object.fromEntries(
    [...of]
      .filter(([, streams]) => streams.length > 0)
      .map(([{ id }, streams]) => [String(id), streams.map(({ name }) => name)]),
  );
}
