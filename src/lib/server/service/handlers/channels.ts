import type * as api from '$lib/api/channels';
import { recordChange } from '../audit/record';
import { changeStream } from '../channel-changes/change';
import { joinByName, type Outcome } from '../channel-changes/join';
import { checkMayBring } from '../channel-changes/may-subscribe';
import { findPrincipals } from '../channel-changes/principals';
import { readNewStreams, type Creation } from '../channel-changes/read-new';
import type { StreamRow } from '../channels/access';
import { loadActivity } from '../channels/activity';
import { insertStreams, openStreams } from '../channels/create';
import { accessStreamMetadata, loadChannelAccess } from '../channels/load';
import { nameTaken } from '../channels/names';
import { channelWriter } from '../channels/sight';
import type { Context } from '../context';
import { badRequest } from '../failure';
import type { Handler } from '../handler';
import { announceStreams, noteCreation, tellSubscribed } from '../messages/channel-notices';
import type { User } from '../model';

/** Up to so many people are told that they were subscribed; clients know it from the register state. */
const mostTold = 100;

const createChannel: Handler<typeof api.createChannel> = async (context, params) => {
  const people = await findPrincipals(context, params.subscribers);
  const [wanted] = await readNewStreams(context, [params], params);
  const { settings } = wanted!;
  const access = await loadChannelAccess(context);
  checkMayBring(access, { settings, creator_id: context.user.id }, people);
  const [stream] = await insertStreams(context, [wanted!]);
  if (!stream) throw nameTaken(wanted!.name);
  await openStreams(context, [{ stream }], people);
  await tellOfNew(context, [stream], params);
  if (params.send_new_subscription_messages ?? true) {
    await tellPeople(context, new Map(people.map((person) => [person, [stream]])));
  }
  return { id: stream.id };
};

const subscribe: Handler<typeof api.subscribe> = async (context, params) => {
  const { principals = [], authorization_errors_fatal = true } = params;
  const people =
    principals.length === 0 ? [context.user] : await findPrincipals(context, principals);
  const outcome = await joinByName(context, params.subscriptions, people, params);
  const { made, unauthorized } = outcome;
  if (authorization_errors_fatal && unauthorized.length > 0) {
    throw badRequest(`Unable to access channel (${unauthorized.join(', ')}).`);
  }
  await tellOfNew(context, made, params);
  await recordSubscriptions(context, outcome);
  const told = (params.send_new_subscription_messages ?? true) && {
    new_subscription_messages_sent: await tellPeople(context, outcome.subscribed),
  };
  return {
    subscribed: namesById(outcome.subscribed),
    already_subscribed: namesById(outcome.already),
    ...(!authorization_errors_fatal && { unauthorized: [...unauthorized] }),
    ...told,
  };
};

/** In the channels, where new ones are announced, and in the audit log. */
async function tellOfNew(
  context: Context,
  made: readonly StreamRow[],
  { announce = false }: Creation,
): Promise<void> {
  for (const stream of made) await noteCreation(context, stream);
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
async function tellPeople(
  context: Context,
  subscribed: ReadonlyMap<User, readonly StreamRow[]>,
): Promise<boolean> {
  const others = [...subscribed].filter(
    ([person, streams]) => person.id !== context.user.id && !person.is_bot && streams.length > 0,
  );
  if (others.length > mostTold) return false;
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

const getStreamById: Handler<typeof api.getStreamById> = async (context, { stream_id }) => {
  const stream = await accessStreamMetadata(context, stream_id);
  const writer = await channelWriter(context, await loadActivity(context, [stream.id]));
  return { stream: writer.channel(stream) };
};

const updateStream: Handler<typeof api.updateStream> = async (
  context,
  { stream_id, ...changes },
) => {
  await changeStream(context, stream_id, changes);
  return {};
};

export const channelHandlers = { createChannel, subscribe, getStreamById, updateStream };
