import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addChannel } from '../../../../tests/support/channels';
import { pass } from '../../../../tests/support/delivery';
import { isInsideTransaction } from '../../../../tests/support/inside';
import { startTestService, type TestService } from '../../../../tests/support/service';
import { messages } from './db/schema/messages';
import { users } from './db/schema/users';
import * as engines from './markdown/engines';
import * as rendering from './markdown/render';
import type { AccountWithKey } from './service';

/** The rendered texts. */
const rendered = { inside: [] as string[], outside: [] as string[] };
let meanwhile = (): Promise<unknown> => Promise.resolve();

let t: TestService;
let me: AccountWithKey;
let open: { id: number; name: string };

beforeAll(async () => {
  const { renderMarkdown } = rendering;
  vi.spyOn(rendering, 'renderMarkdown').mockImplementation((content, references) => {
    rendered[isInsideTransaction() ? 'inside' : 'outside'].push(content);
    return renderMarkdown(content, references);
  });
  const { loadEngines } = engines;
  vi.spyOn(engines, 'loadEngines').mockImplementation(async (content) => {
    await meanwhile();
    return loadEngines(content);
  });
  t = await startTestService();
  me = await t.addUser({ full_name: 'Me Myself' });
  open = await addChannel(t, {}, [me]);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await t.service.close();
});
beforeEach(() => {
  rendered.inside = [];
  rendered.outside = [];
});

const long = `@**Me Myself** ${'word *by* word '.repeat(600)}`;
const formula = 'It is $$x^2$$';
const code = '```js\nlet x;\n```';
const soon = () => t.clock.now() / 1000 + 60;
const toChannel = () => ({ type: 'channel', to: open.id, topic: 'plans' });

type Params = Record<string, unknown>;

async function ask(method: string, path: string, params: Params) {
  const { body } = await t.call(me, method, path, params);
  expect(body).toMatchObject({ result: 'success' });
  return body;
}
const send = (content: string) => ask('POST', '/messages', { ...toChannel(), content });
const schedule = (content: string) =>
  ask('POST', '/scheduled_messages', {
    ...toChannel(),
    content,
    scheduled_delivery_timestamp: soon(),
  });

describe('a transaction', () => {
  const ways: Record<string, (content: string) => Promise<unknown>> = {
    sendMessage: send,
    'sendMessage to people': (content) =>
      ask('POST', '/messages', { type: 'direct', to: [me.user_id], content }),
    updateMessage: async (content) =>
      ask('PATCH', `/messages/${String((await send('short'))['id'])}`, { content }),
    renderMessage: (content) => ask('POST', '/messages/render', { content }),
    createScheduledMessage: schedule,
    updateScheduledMessage: async (content) => {
      const { scheduled_message_id } = await schedule('short');
      return ask('PATCH', `/scheduled_messages/${String(scheduled_message_id)}`, { content });
    },
    createMessageReminder: async (content) =>
      ask('POST', '/reminders', {
        message_id: (await send(content))['id'],
        scheduled_delivery_timestamp: soon(),
      }),
    'scheduled delivery': async (content) => {
      await schedule(content);
      await schedule(`${content} again`);
      rendered.outside = [];
      await pass(t, 61_000);
    },
  };

  it.each(Object.keys(ways))('renders nothing long inside it in %s', async (name) => {
    for (const content of [long, formula, code]) {
      rendered.outside = [];
      await ways[name]!(content);
      expect(rendered.outside).not.toEqual([]);
    }
    expect(rendered.inside.filter((content) => content.length > 1_000)).toEqual([]);
    expect(rendered.inside.filter((content) => /\$\$|```/.test(content))).toEqual([]);
  });

  it('sends a long text as rendered, once', async () => {
    const { id } = await send(long);
    const rows = await t.store.db.select().from(messages).where(eq(messages.content, long.trim()));
    expect(rows.filter((row) => row.id === id)).toHaveLength(1);
    const [row] = rows.filter((each) => each.id === id);
    expect(row?.rendered_content).toContain(`data-user-id="${me.user_id}"`);
    expect(row?.rendered_content).toContain('<em>by</em>');
  });

  it('renders again if a name changed in between', async () => {
    const rename = (full_name: string) =>
      t.store.db.update(users).set({ full_name }).where(eq(users.id, me.user_id));
    meanwhile = () => rename('Somebody Else');
    const { id } = await send(long);
    meanwhile = () => Promise.resolve();
    await rename('Me Myself');
    const [row] = await t.store.db
      .select()
      .from(messages)
      .where(eq(messages.id, id as number));
    expect(row?.rendered_content).not.toContain('data-user-id');
  });
});
