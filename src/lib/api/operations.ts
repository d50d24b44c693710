import { alertWordOperations } from './alert-words';
import { attachmentOperations } from './attachments';
import { auditLogOperations } from './audit-log';
import { channelFolderOperations } from './channel-folders';
import { avatarOperations } from './avatars';
import { channelOperations } from './channels';
import { accountOperations } from './accounts';
import { botOperations } from './bots';
import { customEmojiOperations } from './custom-emoji';
import { defaultChannelOperations } from './default-channels';
import { draftOperations } from './drafts';
import { emailChangeOperations } from './email-changes';
import { editMessageOperations } from './edit-message';
import { eventOperations } from './events';
import { exportOperations } from './exports';
import { flagOperations } from './flags';
import { inviteOperations } from './invites';
import { joinOperations } from './join';
import { linkifierOperations } from './linkifiers';
import { messageReportOperations } from './message-reports';
import { messageOperations } from './messages';
import { mutedUserOperations } from './muted-users';
import { presenceOperations } from './presence';
import { navigationViewOperations } from './navigation-views';
import { playgroundOperations } from './playgrounds';
import { mobilePushOperations } from './mobile-push';
import { profileFieldOperations } from './profile-fields';
import { reactionOperations } from './reactions';
import { readMessageOperations } from './read-messages';
import { realmDomainOperations } from './realm-domains';
import { realmOperations } from './realm';
import { registerOperations } from './register';
import { reminderOperations } from './reminders';
import { savedSnippetOperations } from './saved-snippets';
import { scheduledMessageOperations } from './scheduled-messages';
import { serverOperations } from './server';
import { settingOperations } from './settings';
import { statusOperations } from './status';
import { streamOperations } from './streams';
import { subscriptionOperations } from './subscriptions';
import { typingOperations } from './typing';
import { userTopicOperations } from './user-topics';
import { userGroupOperations } from './user-groups';
import { userOperations } from './users';
import { videoCallOperations } from './video-calls';
import { widgetOperations } from './widget-events';

/**
 * All operations by id, for the service's router, the proxy's allow-list and the contract tests.
 * Pages import single operations instead, so that they only bundle the ones they call.
 */
export const operations = {
  ...alertWordOperations,
  ...attachmentOperations,
  ...auditLogOperations,
  ...channelFolderOperations,
  ...avatarOperations,
  ...channelOperations,
  ...accountOperations,
  ...botOperations,
  ...customEmojiOperations,
  ...defaultChannelOperations,
  ...draftOperations,
  ...editMessageOperations,
  ...emailChangeOperations,
  ...eventOperations,
  ...exportOperations,
  ...flagOperations,
  ...inviteOperations,
  ...joinOperations,
  ...linkifierOperations,
  ...messageOperations,
  ...messageReportOperations,
  ...mutedUserOperations,
  ...presenceOperations,
  ...navigationViewOperations,
  ...playgroundOperations,
  ...mobilePushOperations,
  ...profileFieldOperations,
  ...reactionOperations,
  ...readMessageOperations,
  ...realmDomainOperations,
  ...realmOperations,
  ...registerOperations,
  ...reminderOperations,
  ...savedSnippetOperations,
  ...scheduledMessageOperations,
  ...serverOperations,
  ...settingOperations,
  ...statusOperations,
  ...streamOperations,
  ...subscriptionOperations,
  ...typingOperations,
  ...userTopicOperations,
  ...userGroupOperations,
  ...userOperations,
  ...videoCallOperations,
  ...widgetOperations,
} as const;

export type OperationTable = typeof operations;
export type OperationId = keyof OperationTable;
export type AnyOperation = OperationTable[OperationId];
