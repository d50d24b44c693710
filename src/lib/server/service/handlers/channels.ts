import {
  subscribeAndAnnounce,
  inaccessibleChannels,
  announceNewChannels,
  notifySubscribedPeople,
} from '../channel-changes/subscribe-and-announce';
import { changeStream } from '../channel-changes/change';
import { requireCanAddToNewChannel } from '../channel-changes/subscribe-permissions';
import { findPrincipals } from '../channel-changes/principals';
import { readNewStreams } from '../channel-changes/read-new-channels';
import { loadChannelActivity } from '../channels/activity';
import { insertStreams, openStreams } from '../channels/create';
import { accessStreamMetadata, loadChannelAccess } from '../channels/load';
import { channelNameTaken } from '../channels/names';
import { loadChannelWriter } from '../channels/channel-visibility';
import type { OperationHandlers } from '../handler';

export const channelHandlers = {
  async createChannel(context, params) {
    const people = await findPrincipals(context, params.subscribers);
    const [wanted] = await readNewStreams(context, [params], params);
    const { settings } = wanted!;
    const access = await loadChannelAccess(context);
    requireCanAddToNewChannel(access, { settings, creator_id: context.user.id }, people);
    const [stream] = await insertStreams(context, [wanted!]);
    if (!stream) throw channelNameTaken(wanted!.name);
    await openStreams(context, [{ stream }], people);
    await announceNewChannels(context, [stream], params);
    if (params.send_new_subscription_messages ?? true) {
      await notifySubscribedPeople(context, new Map(people.map((person) => [person, [stream]])));
    }
    return { id: stream.id };
  },

  async subscribe(context, params) {
    const { principals = [], authorization_errors_fatal = true } = params;
    const people =
      principals.length === 0 ? [context.user] : await findPrincipals(context, principals);
    const { unauthorized, ...reply } = await subscribeAndAnnounce(
      context,
      params.subscriptions,
      people,
      params,
    );
    if (!authorization_errors_fatal) return { ...reply, unauthorized };
    if (unauthorized.length > 0) throw inaccessibleChannels(unauthorized);
    return reply;
  },

  async getStreamById(context, { stream_id }) {
    const stream = await accessStreamMetadata(context, stream_id);
    const writer = await loadChannelWriter(
      context,
      await loadChannelActivity(context, [stream.id]),
    );
    return { stream: writer.channel(stream) };
  },

  async updateStream(context, { stream_id, ...changes }) {
    await changeStream(context, stream_id, changes);
  },
} satisfies Partial<OperationHandlers>;
