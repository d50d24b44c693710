import { expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

const t = withService();

it('a bot is notified when it is mentioned in a channel it isn’t in but can read', async () => {
  const me = await t.addUser();
  const person = await t.addUser();
  const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
  const open = await addChannel(t, {}, [me]);
  const hidden = await addChannel(t, { invite_only: true }, [me]);
  const queues = [bot, person].map((one) => openQueue(t, one, { event_types: ['message'] }));
  const [ofBot, ofPerson] = await Promise.all(queues);
  const content = `@**${bot.full_name}** and @**${person.full_name}**`;
  for (const { id } of [hidden, open]) {
    const params = { type: 'stream', to: id, topic: 'plans', content };
    expect((await t.call(me, 'POST', '/messages', params)).status).toBe(200);
  }
  expect(await ofBot!.events()).toMatchObject([
    { type: 'message', flags: ['mentioned'], message: { stream_id: open.id } },
  ]);
  expect(await ofPerson!.events()).toEqual([]);
});

it('a bot is notified when a group is mentioned that contains it, even through a subgroup', async () => {
  const me = await t.addUser();
  const person = await t.addUser();
  const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
  const group = async (name: string, more: Record<string, unknown>) => {
    const { body } = await t.call(t.owner, 'POST', '/user_groups/create', {
      name,
      description: '',
      members: [],
      ...more,
    });
    return body['group_id'] as number;
  };
  const inner = await group('robots', { members: [bot.user_id, person.user_id] });
  await group('machines', { subgroups: [inner] });
  const { id } = await addChannel(t, {}, [me]);
  const queues = [bot, person].map((one) => openQueue(t, one, { event_types: ['message'] }));
  const [ofBot, ofPerson] = await Promise.all(queues);
  for (const content of ['@*robots*', '@*machines*', '@_*robots*']) {
    const params = { type: 'stream', to: id, topic: 'plans', content };
    expect((await t.call(me, 'POST', '/messages', params)).body.msg).toBe('');
  }
  const called = { type: 'message', flags: ['mentioned'], message: { stream_id: id } };
  expect(await ofBot!.events()).toMatchObject([called, called]);
  expect(await ofPerson!.events()).toEqual([]);
});
