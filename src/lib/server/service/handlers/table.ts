import type { OperationHandlers } from '../handler';
import { alertWordHandlers } from './alert-words';
import { attachmentHandlers } from './attachments';
import { auditLogHandlers } from './audit-log';
import { channelFolderHandlers } from './channel-folders';
import { avatarHandlers } from './avatars';
import { channelHandlers } from './channels';
import { accountHandlers } from './accounts';
import { botHandlers } from './bots';
import { botStorageHandlers } from './bot-storage';
import { customEmojiHandlers } from './custom-emoji';
import { defaultChannelHandlers } from './default-channels';
import { draftHandlers } from './drafts';
import { emailChangeHandlers } from './email-changes';
import { editMessageHandlers } from './edit-message';
import { eventHandlers } from './events';
import { exportHandlers } from './exports';
import { flagHandlers } from './flags';
import { inviteHandlers } from './invites';
import { joinHandlers } from './join';
import { linkifierHandlers } from './linkifiers';
import { messageHandlers } from './messages';
import { mutedUserHandlers } from './muted-users';
import { presenceHandlers } from './presence';
import { navigationViewHandlers } from './navigation-views';
import { playgroundHandlers } from './playgrounds';
import { mobilePushHandlers } from './mobile-push';
import { profileFieldHandlers } from './profile-fields';
import { reactionHandlers } from './reactions';
import { readMessageHandlers } from './read-messages';
import { realmDomainHandlers } from './realm-domains';
import { realmHandlers } from './realm';
import { registerHandlers } from './register';
import { reminderHandlers } from './reminders';
import { savedSnippetHandlers } from './saved-snippets';
import { scheduledMessageHandlers } from './scheduled-messages';
import { serverHandlers } from './server';
import { settingHandlers } from './settings';
import { statusHandlers } from './status';
import { streamHandlers } from './streams';
import { subscriptionHandlers } from './subscriptions';
import { typingHandlers } from './typing';
import { userTopicHandlers } from './user-topics';
import { userGroupHandlers } from './user-groups';
import { userHandlers } from './users';
import { videoCallHandlers } from './video-calls';
import { widgetHandlers } from './widgets';

/** One handler per operation. A missing or wrong one doesn't compile. */
export const operationHandlers: OperationHandlers = {
  ...alertWordHandlers,
  ...attachmentHandlers,
  ...auditLogHandlers,
  ...channelFolderHandlers,
  ...avatarHandlers,
  ...channelHandlers,
  ...accountHandlers,
  ...botHandlers,
  ...botStorageHandlers,
  ...customEmojiHandlers,
  ...defaultChannelHandlers,
  ...draftHandlers,
  ...editMessageHandlers,
  ...emailChangeHandlers,
  ...eventHandlers,
  ...exportHandlers,
  ...flagHandlers,
  ...inviteHandlers,
  ...joinHandlers,
  ...linkifierHandlers,
  ...messageHandlers,
  ...mutedUserHandlers,
  ...presenceHandlers,
  ...navigationViewHandlers,
  ...playgroundHandlers,
  ...mobilePushHandlers,
  ...profileFieldHandlers,
  ...reactionHandlers,
  ...readMessageHandlers,
  ...realmDomainHandlers,
  ...realmHandlers,
  ...registerHandlers,
  ...reminderHandlers,
  ...savedSnippetHandlers,
  ...scheduledMessageHandlers,
  ...serverHandlers,
  ...settingHandlers,
  ...statusHandlers,
  ...streamHandlers,
  ...subscriptionHandlers,
  ...typingHandlers,
  ...userTopicHandlers,
  ...userGroupHandlers,
  ...userHandlers,
  ...videoCallHandlers,
  ...widgetHandlers,
};
