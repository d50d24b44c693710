import type * as api from '$lib/api/channels';
import { bringByName, cannotAccess, tellOfNew, tellPeople } from '../channel-changes/bring';
import { changeStream } from '../channel-changes/change';
import { checkMayBring } from '../channel-changes/may-subscribe';
import { findPrincipals } from '../channel-changes/principals';
import { readNewStreams } from '../channel-changes/read-new';
import { loadActivity } from '../channels/activity';
import { insertStreams, openStreams } from '../channels/create';
import { accessStreamMetadata, loadChannelAccess } from '../channels/load';
import { nameTaken } from '../channels/names';
import { channelWriter } from '../channels/sight';
import type { Handler } from '../handler';

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
  const { unauthorized, ...reply } = await bringByName(
    context,
    params.subscriptions,
    people,
    params,
  );
  if (!authorization_errors_fatal) return { ...reply, unauthorized };
  if (unauthorized.length > 0) throw cannotAccess(unauthorized);
  return reply;
};

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
