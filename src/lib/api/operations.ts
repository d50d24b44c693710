import type { ApiOperation } from './define-operation';
import * as accounts from './accounts';
import * as alertWords from './alert-words';
import * as attachments from './attachments';
import * as auditLog from './audit-log';
import * as avatars from './avatars';
import * as bots from './bots';
import * as channelFolders from './channel-folders';
import * as channels from './channels';
import * as customEmoji from './custom-emoji';
import * as defaultChannels from './default-channels';
import * as drafts from './drafts';
import * as editMessage from './edit-message';
import * as emailChanges from './email-changes';
import * as events from './events';
import * as exports from './exports';
import * as flags from './flags';
import * as invites from './invites';
import * as join from './join';
import * as linkifiers from './linkifiers';
import * as messageReports from './message-reports';
import * as messages from './messages';
import * as mobilePush from './mobile-push';
import * as mutedUsers from './muted-users';
import * as navigationViews from './navigation-views';
import * as playgrounds from './playgrounds';
import * as presence from './presence';
import * as profileFields from './profile-fields';
import * as reactions from './reactions';
import * as readMessages from './read-messages';
import * as realm from './realm';
import * as realmDomains from './realm-domains';
import * as register from './register';
import * as reminders from './reminders';
import * as savedSnippets from './saved-snippets';
import * as scheduledMessages from './scheduled-messages';
import * as server from './server';
import * as settings from './settings';
import * as status from './status';
import * as streams from './streams';
import * as subscriptions from './subscriptions';
import * as typing from './typing';
import * as userGroups from './user-groups';
import * as userTopics from './user-topics';
import * as users from './users';
import * as videoCalls from './video-calls';
import * as widgetEvents from './widget-events';

/** A module's operations, by the names of their constants, which are their ids. */
type OperationsIn<Module> = {
  readonly [Name in keyof Module as Module[Name] extends ApiOperation ? Name : never]: Module[Name];
};

function operationsIn<Module extends object>(module: Module): OperationsIn<Module> {
  const isOperation = (value: unknown) =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
  return Object.fromEntries(
    Object.entries(module).filter(([, value]) => isOperation(value)),
  ) as OperationsIn<Module>;
}

/**
 * All operations by id, for the service's router, the proxy's allow-list and the contract tests.
 * Pages import single operations instead, so that they only bundle the ones they call.
 */
export const operations = {
  ...operationsIn(accounts),
  ...operationsIn(alertWords),
  ...operationsIn(attachments),
  ...operationsIn(auditLog),
  ...operationsIn(avatars),
  ...operationsIn(bots),
  ...operationsIn(channelFolders),
  ...operationsIn(channels),
  ...operationsIn(customEmoji),
  ...operationsIn(defaultChannels),
  ...operationsIn(drafts),
  ...operationsIn(editMessage),
  ...operationsIn(emailChanges),
  ...operationsIn(events),
  ...operationsIn(exports),
  ...operationsIn(flags),
  ...operationsIn(invites),
  ...operationsIn(join),
  ...operationsIn(linkifiers),
  ...operationsIn(messageReports),
  ...operationsIn(messages),
  ...operationsIn(mobilePush),
  ...operationsIn(mutedUsers),
  ...operationsIn(navigationViews),
  ...operationsIn(playgrounds),
  ...operationsIn(presence),
  ...operationsIn(profileFields),
  ...operationsIn(reactions),
  ...operationsIn(readMessages),
  ...operationsIn(realm),
  ...operationsIn(realmDomains),
  ...operationsIn(register),
  ...operationsIn(reminders),
  ...operationsIn(savedSnippets),
  ...operationsIn(scheduledMessages),
  ...operationsIn(server),
  ...operationsIn(settings),
  ...operationsIn(status),
  ...operationsIn(streams),
  ...operationsIn(subscriptions),
  ...operationsIn(typing),
  ...operationsIn(userGroups),
  ...operationsIn(userTopics),
  ...operationsIn(users),
  ...operationsIn(videoCalls),
  ...operationsIn(widgetEvents),
} as const;

export type OperationTable = typeof operations;
export type OperationId = keyof OperationTable;
export type AnyOperation = OperationTable[OperationId];
