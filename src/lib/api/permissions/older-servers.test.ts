import { expect, it } from 'vitest';
import { userRole, type UserRole } from '../roles';
import { canAddSubscribers, canCreateChannel } from './channel';
import { canAddGroupMembers, canCreateGroups } from './group';
import { canMoveBetweenTopics, canMoveToOtherChannels } from './message';
import {
  canAddEmoji,
  canCreateBots,
  canInviteByEmail,
  canManageBot,
  canManageUser,
  canRemoveEmoji,
} from './organization';
import type { PermissionHolder } from './permission-holder';

/** On a server without any of these settings. */
const aHolder = (role: UserRole): PermissionHolder<object, object> => ({
  ...{ user_id: 7, role },
  realmHas: () => undefined,
  streamHas: () => undefined,
  groupHas: () => undefined,
});

const isOpen = { invite_only: false };

/** What guests can never be allowed to do there. https://zulip.com/help/guest-users */
const closedToGuests = {
  'add people to a channel': (holder) => canAddSubscribers(holder, isOpen, true),
  'create channels': (holder) => canCreateChannel(holder, isOpen),
  'move messages to other channels': (holder) => canMoveToOtherChannels(holder, {}),
  'add emoji': canAddEmoji,
  'create groups': canCreateGroups,
  'add people to a group': (holder) => canAddGroupMembers(holder, {}),
  'create bots': canCreateBots,
  'invite people': canInviteByEmail,
} satisfies Record<string, (holder: PermissionHolder<object, object>) => boolean>;

it.each(Object.entries(closedToGuests))(
  'without the setting, members are offered to %s, and guests are not',
  (_what, can) => {
    expect(can(aHolder(userRole.member))).toBe(true);
    expect(can(aHolder(userRole.guest))).toBe(false);
  },
);

it('without the setting, guests are offered to move messages between topics', () => {
  expect(canMoveBetweenTopics(aHolder(userRole.guest), {})).toBe(true);
});

it('nothing belongs to a user who isn’t known yet', () => {
  const unknown = { user_id: undefined, role: userRole.member };
  const bot = { is_bot: true, bot_owner_id: undefined, role: userRole.member };
  expect(canManageUser(unknown, bot)).toBe(false);
  expect(canManageBot(unknown, bot)).toBe(false);
  expect(canRemoveEmoji(unknown, undefined)).toBe(false);
});
