import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { openQueue } from '../../../../../tests/support/channels';
import { aPng } from '../../../../../tests/support/pictures';
import { withService } from '../../../../../tests/support/with-service';

/** An organization's images, domains, defaults and welcome message. */

const t = withService();

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
const notAllowed = { status: 400, body: { code: 'UNAUTHORIZED_PRINCIPAL' } };

function form(fields: Record<string, string> = {}, bytes: Uint8Array = new Uint8Array(aPng())) {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  made.set('file', new File([bytes as BlobPart], 'a.png', { type: 'image/png' }));
  return made;
}

describe.each(gatewayNames)('through the %s', (gateway) => {
  let owner: Ask;
  let administrator: Ask;
  let member: Ask;
  beforeAll(async () => {
    owner = (await openGateways(t, t.owner))[gateway];
    administrator = (await openGateways(t, await t.addUser({ role: 200 })))[gateway];
    member = (await openGateways(t, await t.addUser()))[gateway];
  });
  const state = async (type: string) => {
    const { body } = await owner('POST', '/register', { fetch_event_types: [type] });
    return body as Record<string, unknown>;
  };
  const fetched = (path: string) =>
    t.service.handle(new Request(`http://localhost:4100${path}`), { address: '192.0.2.1' });

  it('the icon is uploaded, shown to anyone, announced, and removed', async () => {
    const queue = await openQueue(t, t.owner, { event_types: ['realm'] });
    const { body } = await administrator('POST', '/realm/icon', form());
    const icon_url = String(body['icon_url']);
    expect(await state('realm')).toMatchObject({
      realm_icon_url: icon_url,
      realm_icon_source: 'U',
    });
    const picture = await fetched(icon_url);
    expect(Buffer.from(await picture.arrayBuffer()).equals(aPng())).toBe(true);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect((await t.call(null, 'GET', '/server_settings')).body['realm_icon']).toBe(icon_url);

    const second = String((await administrator('POST', '/realm/icon', form())).body['icon_url']);
    expect(second).not.toBe(icon_url);
    expect((await fetched(icon_url)).status).toBe(404);
    const gone = await administrator('DELETE', '/realm/icon');
    expect(gone.body['icon_url']).toBe('/favicon.svg');
    expect((await fetched(second)).status).toBe(404);
    await administrator('DELETE', '/realm/icon');
    const dict = (icon: string, icon_source: string) => ({
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { icon_url: icon, icon_source },
    });
    expect(await queue.events()).toEqual([
      dict(icon_url, 'U'),
      dict(second, 'U'),
      dict('/favicon.svg', 'G'),
    ]);
  });

  it('the two logos are separate', async () => {
    await administrator('POST', '/realm/logo', form({ night: 'true' }));
    await administrator('POST', '/realm/logo', form({ night: 'false' }));
    const both = await state('realm');
    expect(both).toMatchObject({ realm_logo_source: 'U', realm_night_logo_source: 'U' });
    expect(both['realm_logo_url']).not.toBe(both['realm_night_logo_url']);
    await administrator('DELETE', '/realm/logo', { night: true });
    expect(await state('realm')).toMatchObject({
      realm_logo_source: 'U',
      realm_night_logo_source: 'D',
      realm_night_logo_url: '/favicon.svg',
    });
    await administrator('DELETE', '/realm/logo', { night: false });
  });

  it('images need an administrator, and must be images', async () => {
    for (const [method, path] of [
      ['POST', '/realm/icon'],
      ['POST', '/realm/logo'],
    ] as const) {
      expect(await member(method, path, form({ night: 'true' }))).toMatchObject(notAllowed);
      const text = form({ night: 'true' }, new TextEncoder().encode('no picture'));
      expect(await owner(method, path, text)).toMatchObject({ body: { code: 'BAD_IMAGE' } });
    }
    expect(await member('DELETE', '/realm/icon')).toMatchObject(notAllowed);
    expect((await owner('POST', '/realm/logo', form())).body.code).toBe('REQUEST_VARIABLE_MISSING');
  });

  it('domains are added, changed, removed, listed and announced', async () => {
    const queue = await openQueue(t, t.owner, { event_types: ['realm_domains', 'realm'] });
    const made = await owner('POST', '/realm/domains', {
      domain: ' Example.ORG ',
      allow_subdomains: false,
    });
    expect(made.body['new_domain']).toEqual([expect.any(Number), 'example.org']);
    const listed = [{ domain: 'example.org', allow_subdomains: false }];
    expect((await member('GET', '/realm/domains')).body['domains']).toEqual(listed);
    expect((await state('realm_domains'))['realm_domains']).toEqual(listed);
    const again = { domain: 'example.org', allow_subdomains: true };
    expect(await owner('POST', '/realm/domains', again)).toMatchObject(refused);
    const path = '/realm/domains/Example.org';
    await owner('PATCH', path, { allow_subdomains: true });
    await owner('PATCH', path, { allow_subdomains: true });
    await owner('PATCH', '/realm', { emails_restricted_to_domains: true });
    await owner('DELETE', path);
    expect(await owner('DELETE', path)).toMatchObject(refused);
    const toNone = { emails_restricted_to_domains: true };
    expect(await owner('PATCH', '/realm', toNone)).toMatchObject(refused);
    expect(await owner('PATCH', path, { allow_subdomains: true })).toMatchObject(refused);
    const restricted = { type: 'realm', op: 'update', property: 'emails_restricted_to_domains' };
    expect(await queue.events()).toEqual([
      { type: 'realm_domains', op: 'add', realm_domain: listed[0] },
      { type: 'realm_domains', op: 'change', realm_domain: again },
      { ...restricted, value: true },
      { type: 'realm_domains', op: 'remove', domain: 'example.org' },
      // Otherwise no one could join anymore.
      { ...restricted, value: false },
    ]);
  });

  it.each([
    '',
    'local',
    '.example.org',
    'example.org.',
    'a..b',
    '-a.org',
    'a-.org',
    'ä.org',
    'a b.c',
  ])('refuses the domain "%s"', async (domain) => {
    const params = { domain, allow_subdomains: false };
    expect(await owner('POST', '/realm/domains', params)).toMatchObject(refused);
  });

  it('domains need an owner', async () => {
    const params = { domain: 'example.com', allow_subdomains: false };
    for (const ask of [administrator, member]) {
      expect(await ask('POST', '/realm/domains', params)).toMatchObject(notAllowed);
      expect(await ask('PATCH', '/realm/domains/a.org', params)).toMatchObject(notAllowed);
      expect(await ask('DELETE', '/realm/domains/a.org')).toMatchObject(notAllowed);
    }
  });

  it('defaults for new accounts are saved and announced, and don’t change existing accounts', async () => {
    const queue = await openQueue(t, t.owner, { event_types: ['realm_user_settings_defaults'] });
    const params = { enter_sends: true, color_scheme: 2, web_home_view: 'all_messages' };
    const path = '/realm/user_settings_defaults';
    expect((await administrator('PATCH', path, params)).body).toEqual({
      result: 'success',
      msg: '',
    });
    await administrator('PATCH', path, params);
    const { realm_user_settings_defaults } = await state('realm_user_settings_defaults');
    expect(realm_user_settings_defaults).toMatchObject(params);
    expect((await state('user_settings'))['user_settings']).toMatchObject({ enter_sends: false });
    const update = { type: 'realm_user_settings_defaults', op: 'update' };
    const events = await queue.events();
    expect(events).toHaveLength(3);
    expect(events).toContainEqual({ ...update, property: 'web_home_view', value: 'all_messages' });
    await administrator('PATCH', path, {
      enter_sends: false,
      color_scheme: 1,
      web_home_view: 'inbox',
    });
    expect(await member('PATCH', path, params)).toMatchObject(notAllowed);
    expect(await owner('PATCH', path, { color_scheme: 9 })).toMatchObject(refused);
    const personal = { timezone: 'Europe/Oslo', enable_login_emails: false };
    const reply = await owner('PATCH', path, personal);
    expect(reply.body['ignored_parameters_unsupported']).toEqual(Object.keys(personal).sort());
  });

  it('the welcome message can be tested on oneself', async () => {
    const path = '/realm/test_welcome_bot_custom_message';
    const { body } = await administrator('POST', path, {
      welcome_message_custom_text: ' **Hello** there ',
    });
    const message_id = String(body['message_id']);
    const { message } = (await administrator('GET', `/messages/${message_id}`)).body as never as {
      message: Record<string, unknown>;
    };
    expect(message).toMatchObject({
      type: 'private',
      sender_full_name: 'Notification Bot',
      content: '<p><strong>Hello</strong> there</p>',
    });
    expect(await owner('GET', `/messages/${message_id}`)).toMatchObject(refused);
    const text = (welcome_message_custom_text: string) => ({ welcome_message_custom_text });
    expect(await member('POST', path, text('x'))).toMatchObject(notAllowed);
    for (const wrong of ['', ' \n', '𝒂'.repeat(8001)]) {
      expect(await owner('POST', path, text(wrong))).toMatchObject(refused);
    }
    expect((await owner('POST', path)).body.code).toBe('REQUEST_VARIABLE_MISSING');
  });
});
