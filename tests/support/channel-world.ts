import { channelFolders } from '$lib/server/service/db/schema/channel-folders';
import type { AccountWithKey } from '$lib/server/service/service';
import { openGateways } from './both-gateways';
import { addChannel, groupId } from './channels';
import type { TestService } from './service';

export type RoleName = 'owner' | 'administrator' | 'moderator' | 'member' | 'guest';

/** People of every role with both gateways, and what a channel's settings can name. */
export interface ChannelWorld {
  readonly people: Readonly<Record<RoleName, AccountWithKey>>;
  readonly gateways: Readonly<Record<RoleName, Awaited<ReturnType<typeof openGateways>>>>;
  /** A second member. */
  readonly other: AccountWithKey;
  /** A deactivated user. */
  readonly gone: AccountWithKey;
  /** Ids of the role-based groups, by name without `role:`. */
  readonly groups: Readonly<Record<string, number>>;
  /** Ids of folders. */
  readonly folders: { readonly open: number; readonly archived: number };
  /** The name of an archived channel. */
  readonly archivedName: string;
}

export async function addChannelWorld(t: TestService): Promise<ChannelWorld> {
  const people = {
    owner: t.owner,
    administrator: await t.addUser({ role: 200 }),
    moderator: await t.addUser({ role: 300 }),
    member: await t.addUser(),
    guest: await t.addUser({ role: 600 }),
  };
  const gateways = {
    owner: await openGateways(t, people.owner),
    administrator: await openGateways(t, people.administrator),
    moderator: await openGateways(t, people.moderator),
    member: await openGateways(t, people.member),
    guest: await openGateways(t, people.guest),
  };
  const groups: Record<string, number> = {};
  for (const name of [
    'nobody',
    'administrators',
    'moderators',
    'members',
    'everyone',
    'internet',
  ]) {
    groups[name] = await groupId(t, `role:${name}`);
  }
  const common = { realm_id: 1, order: 0, date_created: new Date(t.clock.now()) };
  const [open, archived] = await t.store.db
    .insert(channelFolders)
    .values([
      { ...common, name: 'open folder' },
      { ...common, name: 'archived folder', is_archived: true },
    ])
    .returning({ id: channelFolders.id });
  return {
    people,
    gateways,
    other: await t.addUser(),
    gone: await t.addUser({ is_active: false }),
    groups,
    folders: { open: open!.id, archived: archived!.id },
    archivedName: (await addChannel(t, { is_archived: true })).name,
  };
}
