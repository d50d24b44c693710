import { beforeAll, expect, it } from 'vitest';
import { addChannel } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;

beforeAll(async () => {
  me = await t.addUser();
});

async function rendered(content: string, account = me): Promise<unknown> {
  const { body } = await t.call(account, 'POST', '/messages/render', { content });
  expect(body).toMatchObject({ result: 'success', msg: '' });
  return body['rendered'];
}

it('needs an account and content', async () => {
  expect((await t.call(null, 'POST', '/messages/render', { content: 'x' })).status).toBe(401);
  expect((await t.call(me, 'POST', '/messages/render')).body).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'content',
  });
});

it('renders the same as a message of the caller', async () => {
  expect(await rendered('**foo**')).toBe('<p><strong>foo</strong></p>');
  expect(await rendered('')).toBe('');
  expect(await rendered(`@**${me.full_name}**`)).toBe(
    `<p><span class="user-mention" data-user-id="${me.user_id}">@${me.full_name}</span></p>`,
  );
});

it('highlights code without a language in the organization’s default', async () => {
  expect(await rendered('```\nNone\n```')).not.toContain('data-code-language');
  const set = { default_code_block_language: 'python' };
  expect((await t.call(t.owner, 'PATCH', '/realm', set)).status).toBe(200);
  expect(await rendered('```\nNone\n```')).toContain(
    'data-code-language="Python"><pre><span></span><code><span class="kc">None</span>',
  );
  await t.call(t.owner, 'PATCH', '/realm', { default_code_block_language: '' });
});

it('loads highlighting, formulas and dates only for texts that have them', async () => {
  expect(await rendered('```py\nNone\n```')).toContain(
    'data-code-language="Python"><pre><span></span><code><span class="kc">None</span>',
  );
  expect(await rendered('$$x$$')).toContain('<span class="katex">');
  expect(await rendered('<time:5 June 2017 10 pm>')).toContain('datetime="2017-06-05T22:00:00Z"');
});

it('shows uploaded images if the organization enables it', async () => {
  const upload = '[map](/user_uploads/1/ab/map.png)';
  const link = '<p><a href="/user_uploads/1/ab/map.png">map</a></p>';
  const change = (inline_image_preview: boolean) =>
    t.call(t.owner, 'PATCH', '/realm', { inline_image_preview });
  expect(await rendered(upload)).toContain('<img src="/user_uploads/1/ab/map.png">');
  await change(false);
  expect(await rendered(upload)).toBe(link);
  const { body } = await t.call(t.owner, 'POST', '/register', { fetch_event_types: ['realm'] });
  expect(body).toMatchObject({
    realm_inline_image_preview: false,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: false,
  });
  await change(true);
});

it('turns emoticons into emoji if the author’s setting says so', async () => {
  expect(await rendered(':)')).toBe('<p>:)</p>');
  await t.call(me, 'PATCH', '/settings', { translate_emoticons: true });
  expect(await rendered(':)')).toContain('emoji-1f642');
});

it('links channels that the caller can see, and topics at their last message', async () => {
  const open = await addChannel(t, {}, [me]);
  const secret = await addChannel(t, { invite_only: true }, []);
  const { body } = await t.call(me, 'POST', '/messages', {
    type: 'stream',
    to: open.id,
    topic: 'Plans',
    content: 'x',
  });
  expect(await rendered(`#**${open.name}>plans** #**${secret.name}>a**`)).toBe(
    `<p><a class="stream-topic" data-stream-id="${open.id}" href="/#narrow/channel/${open.id}-${open.name.replaceAll(' ', '-')}/topic/plans/with/${String(body['id'])}">` +
      `#${open.name} &gt; plans</a> #<strong>${secret.name}&gt;a</strong></p>`,
  );
});

it('accepts a text too long for a message', async () => {
  expect(await rendered('*a* '.repeat(25_000))).toBe(`<p>${'*a* '.repeat(25_000)}</p>`);
});
