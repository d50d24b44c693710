import type { AccountWithKey } from '$lib/server/service/service';
import { addChannel, groupId, setRealm } from './channels';
import type { TestService } from './service';

type Kind = 'open' | 'strict' | 'chat' | 'hidden' | 'closed' | 'archived' | 'full';

/** People and channels that cover every rule of scheduling; `me` is in all but the hidden one. */
export interface SchedulingWorld {
  readonly me: AccountWithKey;
  readonly other: AccountWithKey;
  readonly third: AccountWithKey;
  /** A deactivated user. */
  readonly gone: AccountWithKey;
  /** Ids. In `full`, only administrators can use channel-wide mentions. */
  readonly channels: Readonly<Record<Kind, number>>;
}

export async function addSchedulingWorld(t: TestService): Promise<SchedulingWorld> {
  const [me, other, third] = [await t.addUser(), await t.addUser(), await t.addUser()];
  const gone = await t.addUser({ is_active: false });
  const crowd: AccountWithKey[] = [];
  while (crowd.length < 15) crowd.push(await t.addUser());
  const add = async (
    values: Parameters<typeof addChannel>[1],
    subscribers: readonly AccountWithKey[],
  ) => (await addChannel(t, values, subscribers)).id;
  const nobody = { can_send_message_group: await groupId(t, 'role:nobody') };
  await setRealm(t, { can_mention_many_users_group: await groupId(t, 'role:administrators') });
  const channels = {
    open: await add({}, [me]),
    strict: await add({ topics_policy: 'disable_empty_topic' }, [me]),
    chat: await add({ topics_policy: 'empty_topic_only' }, [me]),
    hidden: await add({ invite_only: true }, [other]),
    closed: await add({ settings: nobody }, [me]),
    archived: await add({ is_archived: true }, [me]),
    full: await add({}, [me, ...crowd]),
  };
  return { me, other, third, gone, channels };
}
