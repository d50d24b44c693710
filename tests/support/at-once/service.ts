import { expect } from 'vitest';
import { aPng } from '../pictures';
import { addChannel } from '../channels';
import { startTestService, type TestService } from '../service';

export const later = 4_000_000_000;

/** The service of the only test file with simultaneous calls. */
export let t: TestService;

export async function start(): Promise<TestService> {
  t = await startTestService();
  return t;
}

export const post = async (path: string, params: Record<string, unknown>): Promise<number> => {
  const { body } = await t.call(t.owner, 'POST', path, params);
  expect(body.msg).toBe('');
  const name = Object.keys(body).find((key) => /(^|_)ids?$/.test(key))!;
  return [body[name]].flat()[0] as number;
};
export const channel = async () => (await addChannel(t, {}, [t.owner])).id;
export const message = async (to?: number) =>
  post('/messages', { type: 'stream', to: to ?? (await channel()), topic: 'x', content: 'm' });
let groups = 0;
export const group = async () =>
  post('/user_groups/create', { name: `group ${++groups}`, description: '', members: [] });
export const scheduled = async () =>
  post('/scheduled_messages', {
    type: 'stream',
    to: await channel(),
    topic: 'x',
    content: 's',
    scheduled_delivery_timestamp: later,
  });
let fields = 0;
export const profileField = () =>
  post('/realm/profile_fields', { name: `Field ${++fields}`, field_type: 1 });
export const bot = () => t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: t.owner.user_id });
export const emptyDraft = { type: '', to: [], topic: '', content: 'a draft' };
export const picture = (name: string) => () => {
  const form = new FormData();
  form.set(name, new File([new Uint8Array(aPng())], 'a.png', { type: 'image/png' }));
  return form;
};
export const keyIn = (link: string) => link.split('/').at(-2);
export const lastInvite = async () => {
  const { body } = await t.call(t.owner, 'GET', '/invites');
  return (body['invites'] as { id: number }[]).at(-1)!.id;
};
/** The path of the invitation link, and the id. */
export const invite = async (invitee_emails: string): Promise<[string, number]> => {
  const params = { invitee_emails, stream_ids: [], notify_referrer_on_join: false };
  await t.call(t.owner, 'POST', '/invites', params);
  const id = await lastInvite();
  const { body } = await t.call(t.owner, 'GET', `/invites/${id}/link`);
  const { pathname } = new URL(String(body['invite_link']));
  return [pathname.replace(/\/$/, ''), id];
};
export const aPlayground = (name: string) => ({
  name,
  pygments_language: 'Rust',
  url_template: 'https://example.org/{code}',
});
export const aLinkifier = (name: string) => ({
  pattern: `${name}-(?P<id>[0-9]+)`,
  url_template: 'https://example.org/{id}',
});
export const nightPicture = () => {
  const form = picture('f')();
  form.set('night', 'true');
  return form;
};
