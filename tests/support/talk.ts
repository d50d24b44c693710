import type { AccountWithKey } from '$lib/server/service/service';
import { userTopics } from '$lib/server/service/db/schema/user-topics';
import { addChannel } from './channels';
import type { TestService } from './service';

interface Channel {
  readonly id: number;
  readonly name: string;
}

export interface Talk {
  readonly me: AccountWithKey;
  readonly other: AccountWithKey;
  /** A channel that both are subscribed to. */
  readonly open: Channel;
  /** A public channel without `me`, and a channel with protected history. */
  readonly elsewhere: Channel;
  readonly closed: Channel;
  /** Ids of the messages by their text. */
  readonly sent: Readonly<Record<string, number>>;
}

/** Sends a few messages of every type; `me` follows the topic of the first two. */
export async function addTalk(t: TestService): Promise<Talk> {
  const me = await t.addUser();
  const other = await t.addUser();
  const open = await addChannel(t, {}, [me, other]);
  const elsewhere = await addChannel(t, {}, [other]);
  const closed = await addChannel(t, { invite_only: true, history_public_to_subscribers: false }, [
    other,
  ]);
  const sent: Record<string, number> = {};
  const post = async (name: string, account: AccountWithKey, params: Record<string, unknown>) => {
    const { body } = await t.call(account, 'POST', '/messages', { content: name, ...params });
    if (body.result !== 'success') throw new Error(body.msg);
    sent[name] = body['id'] as number;
  };
  const inChannel = (to: number, topic: string) => ({ type: 'stream', to, topic });
  await post('first', other, inChannel(open.id, 'Plans'));
  await post('mine', me, { ...inChannel(open.id, 'plans'), read_by_sender: true });
  await post('done', other, inChannel(open.id, '✔ tide tables'));
  await post('chat', other, inChannel(open.id, ''));
  await post('direct', other, { type: 'direct', to: [me.user_id] });
  await post('note', me, { type: 'direct', to: [me.user_id], read_by_sender: true });
  await post('hello @**all**, see https://example.com/x', other, inChannel(open.id, 'calls'));
  await post('unseen', other, inChannel(elsewhere.id, 'plans'));
  await post('before', other, inChannel(closed.id, 'plans'));
  await t.store.db.insert(userTopics).values({
    user_id: me.user_id,
    stream_id: open.id,
    topic: 'PLANS',
    visibility_policy: 3,
    last_updated: new Date(t.clock.now()),
  });
  return { me, other, open, elsewhere, closed, sent };
}
