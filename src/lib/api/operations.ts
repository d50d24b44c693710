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

/** The operations among exports, by the names of their constants, which are their ids. */
type OperationsIn<Exports> = {
  readonly [
    Name in keyof Exports as Exports[Name] extends ApiOperation ? Name : never
  ]: Exports[Name];
};

function operationsIn<Exports extends object>(exports: Exports): OperationsIn<Exports> {
  const isOperation = (value: unknown) =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
  return Object.fromEntries(
    Object.entries(exports).filter(([, value]) => isOperation(value)),
  ) as OperationsIn<Exports>;
}

/** Not inline, because knip only follows a spread into a variable. */
const exported = {
  ...accounts,
  ...alertWords,
  ...attachments,
  ...auditLog,
  ...avatars,
  ...bots,
  ...channelFolders,
  ...channels,
  ...customEmoji,
  ...defaultChannels,
  ...drafts,
  ...editMessage,
  ...emailChanges,
  ...events,
  ...exports,
  ...flags,
  ...invites,
  ...join,
  ...linkifiers,
  ...messageReports,
  ...messages,
  ...mobilePush,
  ...mutedUsers,
  ...navigationViews,
  ...playgrounds,
  ...presence,
  ...profileFields,
  ...reactions,
  ...readMessages,
  ...realm,
  ...realmDomains,
  ...register,
  ...reminders,
  ...savedSnippets,
  ...scheduledMessages,
  ...server,
  ...settings,
  ...status,
  ...streams,
  ...subscriptions,
  ...typing,
  ...userGroups,
  ...userTopics,
  ...users,
  ...videoCalls,
  ...widgetEvents,
};

/**
 * All operations by id, for the service's router, the proxy's allow-list and the contract tests.
 * Pages import single operations instead, so that they only bundle the ones they call.
 */
export const operations = operationsIn(exported);

export type OperationTable = typeof operations;
export type OperationId = keyof OperationTable;
export type AnyOperation = OperationTable[OperationId];
