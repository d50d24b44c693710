import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import {
  archiveOf,
  emptyPlace,
  foundedPlace,
  takeOver,
} from '../../../../../tests/support/archives';
import { addChannel, groupId } from '../../../../../tests/support/channels';
import { aPng } from '../../../../../tests/support/pictures';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { emptyStore } from '../../../../../tests/support/stores';
import { invitations } from '../db/schema/invitations';
import { messages } from '../db/schema/messages';

/** An imported organization continues with its own settings. */

const day = 24 * 3_600_000;

const ask = async (t: TestService, method: string, path: string, params = {}) => {
  const { body } = await t.call(t.owner, method, path, params);
  expect(body, path).toMatchObject({ result: 'success' });
  return body;
};

const timeout = 120_000;

it(
  'keeps message retention, guest visibility, bots’ profile pictures and invitation expiry',
  { timeout },
  async () => {
    const { t, place } = await foundedPlace(emptyStore);
    onTestFinished(() => t.service.close());
    const guest = await t.addUser({ role: 600 });
    const short = await addChannel(t, { message_retention_days: 7 }, [t.owner, guest]);
    const long = await addChannel(t, {}, [t.owner]);
    const say = async (to: number, age: number) => {
      const sent = await ask(t, 'POST', '/messages', {
        type: 'stream',
        to,
        topic: 'x',
        content: `${age} days ago`,
      });
      const id = sent['id'] as number;
      const date_sent = new Date(t.clock.now() - age * day);
      await t.store.db.update(messages).set({ date_sent }).where(eq(messages.id, id));
      return id;
    };
    await ask(t, 'PATCH', '/realm', {
      message_retention_days: 30,
      can_access_all_users_group: { new: await groupId(t, 'role:members') },
    });
    const old = [await say(short.id, 8), await say(long.id, 31)];
    const kept = [await say(short.id, 6), await say(long.id, 8)];
    const form = new FormData();
    form.set('full_name', 'Pictured');
    form.set('short_name', 'pictured');
    form.set('file', new Blob([new Uint8Array(aPng(2, 2))]), 'a.png');
    const { user_id: bot_id, avatar_url } = await ask(t, 'POST', '/bots', form);
    const emails = ['used@example.org', 'open@example.org', 'revoked@example.org'];
    await ask(t, 'POST', '/invites', { invitee_emails: emails.join(), stream_ids: [] });
    const rows = await t.store.db.select().from(invitations);
    const [used, , revoked] = emails.map((email) => rows.find((row) => row.email === email)!);
    const newcomer = { full_name: 'New Comer', password: 'correct horse 1 battery' };
    const joined = await t.call(null, 'POST', `/join/${used!.key}`, newcomer);
    expect(joined.body.result).toBe('success');
    await ask(t, 'DELETE', `/invites/${revoked!.id}`);

    const first = await archiveOf(place);
    const other = await emptyPlace(emptyStore);
    const { accounts } = await takeOver(other, first);
    expect((await archiveOf(other)).equals(first)).toBe(true);

    const account = (user_id: number) => accounts.find((one) => one.user_id === user_id)!;
    const { store, filesIn } = other;
    const owner = account(t.owner.user_id);
    const again = await startTestService({ store, filesIn, owner });
    onTestFinished(() => again.service.close());

    const after = await again.store.db.select().from(invitations);
    const states = await Promise.all(
      emails.map(async (email) => {
        const { key } = after.find((row) => row.email === email)!;
        expect(key).toMatch(/^[A-Za-z0-9]{24}$/);
        return (await again.call(null, 'GET', `/join/${key}`)).body['state'];
      }),
    );
    expect(states).toEqual(['used', 'open', 'revoked']);
    const { invites } = await ask(again, 'GET', '/invites');
    expect(invites).toMatchObject([{ email: 'open@example.org' }]);

    const { members } = await ask(again, 'GET', '/users');
    const bot = (members as { user_id: number; avatar_url: string }[]).find(
      ({ user_id }) => user_id === bot_id,
    )!;
    expect(bot.avatar_url).toBe(avatar_url);
    const picture = await again.service.handle(
      new Request(new URL(bot.avatar_url, 'http://localhost:4100')),
      { address: '192.0.2.1' },
    );
    expect(picture.headers.get('content-type')).toBe('image/png');

    const seen = await again.call(account(guest.user_id), 'GET', '/users');
    const people = (seen.body['members'] as { user_id: number; is_bot: boolean }[])
      .filter(({ is_bot }) => !is_bot)
      .map(({ user_id }) => user_id);
    expect(people.toSorted()).toEqual([owner.user_id, guest.user_id].toSorted());

    const ids = async (some: readonly number[]) => {
      const { body } = await again.call(owner, 'GET', '/messages', { message_ids: some });
      return (body['messages'] as { id: number }[]).map(({ id }) => id);
    };
    expect(await ids([...old, ...kept])).toEqual([...old, ...kept].toSorted((a, b) => a - b));
    again.clock.advance(3_600_000);
    await expect.poll(() => ids([...old, ...kept])).toEqual(kept);
  },
);
