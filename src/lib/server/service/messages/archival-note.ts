import type { StreamRow } from '../channels/access';
import type { Context } from '../context';
import { realmSetting } from '../realm/settings';
import { asNotificationBot } from '../users/notification-bot';
import { sendToTopic } from './send';

/** Writes in a channel who archives it. */
export async function noteArchival(context: Context, stream: StreamRow): Promise<void> {
  const { realm, user } = context;
  const bot = await asNotificationBot(context);
  if (!bot) return;
  const policy =
    stream.topics_policy === 'inherit'
      ? realmSetting(realm, 'topics_policy')
      : stream.topics_policy;
  const topic = policy === 'empty_topic_only' ? '' : 'channel events';
  await sendToTopic(bot, stream, topic, {
    content: `@_**${user.full_name}|${user.id}** archived this channel.`,
    readBySender: true,
  });
}
