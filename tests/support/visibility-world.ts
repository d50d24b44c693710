import { and, eq } from 'drizzle-orm';
import { streams, subscriptions } from '$lib/server/service/db/schema/streams';
import type { AccountWithKey } from '$lib/server/service/service';
import { openGateways, type Params } from './both-gateways';
import { addChannel, groupId, setRealm } from './channels';
import type { Means } from './hidden-calls';
import { startTestService, type TestService } from './service';
import { roleNames, type PlannedChannel, type VisibilityRole } from './visibility-model';

export type VisibilityPeople = Readonly<Record<VisibilityRole, AccountWithKey>> & {
  /** A member who is in every channel and writes there. */
  readonly author: AccountWithKey;
};

/**
 * The channel created from a plan. Its words are unique, so a reply that contains one reveals the
 * channel.
 */
export interface SecretChannel {
  readonly plan: PlannedChannel;
  readonly id: number;
  readonly name: string;
  /** Occurs in the name and the description. */
  readonly nameWord: string;
  /** Occurs in topics, contents and file names. */
  readonly contentWord: string;
  /** Ids of three messages, in the order of the plan's times. */
  readonly messages: readonly number[];
}

/** A service with a user of each role, and both gateways for each. Close it. */
export async function startVisibilityWorld() {
  const t = await startTestService({ server: { webPublicStreams: true } });
  const people: VisibilityPeople = {
    owner: t.owner,
    administrator: await t.addUser({ role: 200 }),
    moderator: await t.addUser({ role: 300 }),
    member: await t.addUser(),
    guest: await t.addUser({ role: 600 }),
    author: await t.addUser(),
  };
  const opened = roleNames.map(
    async (role) => [role, await openGateways(t, people[role])] as const,
  );
  return {
    t,
    people,
    gateways: Object.fromEntries(await Promise.all(opened)) as VisibilityGateways,
  };
}
export type VisibilityGateways = Readonly<
  Record<VisibilityRole, Awaited<ReturnType<typeof openGateways>>>
>;

let counter = 0;

/** Letters only: a search finds them whole, and no number can look like them. */
function word(kind: string): string {
  const letters = [...String(++counter)].map((digit) => 'bcdfghjklm'[Number(digit)]);
  return `${kind}${letters.join('')}q`;
}

export async function makeSecretChannel(
  t: TestService,
  people: VisibilityPeople,
  plan: PlannedChannel,
): Promise<SecretChannel> {
  const [nameWord, contentWord] = [word('zname'), word('zsaid')];
  const { named, setting, kind, early, late, left } = plan;
  const value = named && { direct_members: [people[named].user_id], direct_subgroups: [] };
  const { id, name } = await addChannel(
    t,
    {
      name: `The ${nameWord} channel`,
      description: `About ${nameWord}`,
      invite_only: kind === 'private',
      is_web_public: kind === 'web-public',
      history_public_to_subscribers: kind !== 'private' || plan.openHistory,
      settings: value ? { [setting]: value } : {},
    },
    [people.author, ...early.map((role) => people[role])],
  );
  const say = async () => {
    const { body } = await t.call(people.author, 'POST', '/messages', {
      type: 'stream',
      to: id,
      topic: `${contentWord} topic`,
      content: `I say ${contentWord}`,
    });
    if (body.result !== 'success') throw new Error(body.msg);
    return body['id'] as number;
  };
  const messages = [await say()];
  for (const role of late.filter((one) => !early.includes(one))) {
    const { user_id } = people[role];
    await t.store.db.insert(subscriptions).values({ stream_id: id, user_id, color: '#76ce90' });
  }
  messages.push(await say());
  for (const role of left) {
    const own = and(
      eq(subscriptions.stream_id, id),
      eq(subscriptions.user_id, people[role].user_id),
    );
    await t.store.db.update(subscriptions).set({ active: false }).where(own);
  }
  messages.push(await say());
  if (plan.archived) {
    await t.store.db.update(streams).set({ is_archived: true }).where(eq(streams.id, id));
  }
  return { plan, id, name, nameWord, contentWord, messages };
}

export type VisibilityMeans = Readonly<Record<VisibilityRole, Means>>;

/**
 * What each role can refer to in calls, and the permissions that hide nothing from their holders.
 */
export async function makeMeans(
  t: TestService,
  people: VisibilityPeople,
): Promise<VisibilityMeans> {
  const everybody = roleNames.map((role) => people[role]);
  const channel = await addChannel(t, { name: 'commons' }, everybody);
  await setRealm(t, {
    ...(await permissionsOfMembers(t)),
    can_access_all_users_group: await groupId(t, 'role:members'),
  });
  const post = async (by: AccountWithKey, path: string, params: Params) => {
    const { body } = await t.call(by, 'POST', path, params);
    if (body.result !== 'success') throw new Error(`${path}: ${body.msg}`);
    const key = Object.keys(body).find((name) => /(^|_)ids?$/.test(name))!;
    return [body[key]].flat()[0] as number;
  };
  const group = await post(people.owner, '/user_groups/create', {
    name: 'the circle',
    description: '',
    members: everybody.map(({ user_id }) => user_id),
  });
  const profileField = await post(people.owner, '/realm/profile_fields', {
    name: 'Mentor',
    field_type: 6,
  });
  const made = roleNames.map(async (role) => {
    const to = { type: 'stream', to: channel.id, topic: 'x', content: `of ${role}` };
    const message = await post(people[role], '/messages', to);
    const scheduled = await post(people[role], '/scheduled_messages', {
      ...to,
      scheduled_delivery_timestamp: 4_000_000_000,
    });
    return [role, { channel, message, scheduled, group, profileField }] as const;
  });
  return Object.fromEntries(await Promise.all(made)) as VisibilityMeans;
}

/** Gives members every permission of the organization. */
async function permissionsOfMembers(t: TestService): Promise<Params> {
  const members = await groupId(t, 'role:members');
  const names = ['create_multiuse_invite_group', 'can_invite_users_group', 'can_manage_all_groups'];
  return Object.fromEntries(names.map((name) => [name, members]));
}
