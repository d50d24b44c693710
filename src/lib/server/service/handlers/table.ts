import type { Operations } from '$lib/api/operations';
import type { Handler } from '../handler';
import { attachmentHandlers } from './attachments';
import { auditLogHandlers } from './audit-log';
import { channelFolderHandlers } from './channel-folders';
import { customEmojiHandlers } from './custom-emoji';
import { defaultChannelHandlers } from './default-channels';
import { draftHandlers } from './drafts';
import { editMessageHandlers } from './edit-message';
import { eventHandlers } from './events';
import { flagHandlers } from './flags';
import { messageHandlers } from './messages';
import { reactionHandlers } from './reactions';
import { readMessageHandlers } from './read-messages';
import { registerHandlers } from './register';
import { reminderHandlers } from './reminders';
import { savedSnippetHandlers } from './saved-snippets';
import { scheduledMessageHandlers } from './scheduled-messages';
import { serverHandlers } from './server';
import { settingHandlers } from './settings';
import { streamHandlers } from './streams';
import { subscriptionHandlers } from './subscriptions';
import { typingHandlers } from './typing';
import { userTopicHandlers } from './user-topics';
import { userGroupHandlers } from './user-groups';
import { userHandlers } from './users';

type Handlers = { readonly [Id in keyof Operations]: Handler<Operations[Id]> };

/** One handler for each operation: a missing or misfitting one does not compile. */
export const handlers: Handlers = {
  ...attachmentHandlers,
  ...auditLogHandlers,
  ...channelFolderHandlers,
  ...customEmojiHandlers,
  ...defaultChannelHandlers,
  ...draftHandlers,
  ...editMessageHandlers,
  ...eventHandlers,
  ...flagHandlers,
  ...messageHandlers,
  ...reactionHandlers,
  ...readMessageHandlers,
  ...registerHandlers,
  ...reminderHandlers,
  ...savedSnippetHandlers,
  ...scheduledMessageHandlers,
  ...serverHandlers,
  ...settingHandlers,
  ...streamHandlers,
  ...subscriptionHandlers,
  ...typingHandlers,
  ...userTopicHandlers,
  ...userGroupHandlers,
  ...userHandlers,
};
