import { beforeAll, describe, expect, it } from 'vitest';
import { settingNames } from '$lib/api/settings-table';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

/** Every setting with its values. https://zulip.com/api/update-settings */

const t = withService();

/** Registers a queue. The result returns the settings events since the last call. */
async function listen(account: AccountWithKey): Promise<() => Promise<Params[]>> {
  const { body } = await t.call(account, 'POST', '/register', {
    event_types: ['user_settings'],
    ...modern,
  });
  let last_event_id = -1;
  return async () => {
    // When a user has too many queues, the most recently polled ones are kept.
    t.clock.advance(1);
    const given = { queue_id: body.queue_id, last_event_id, dont_block: true };
    const { events } = (await t.call(account, 'GET', '/events', given)).body;
    last_event_id = events.at(-1)?.id ?? last_event_id;
    return events as unknown as Params[];
  };
}

/** The values that the API documents for each setting. */
const booleans: Readonly<Record<string, boolean>> = {
  twenty_four_hour_time: false,
  starred_message_counts: true,
  receives_typing_notifications: true,
  web_suggest_update_timezone: true,
  fluid_layout_width: false,
  high_contrast_mode: false,
  enable_drafts_synchronization: true,
  translate_emoticons: false,
  display_emoji_reaction_users: true,
  web_escape_navigates_to_home_view: true,
  left_side_userlist: false,
  hide_ai_features: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  enable_stream_audible_notifications: false,
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_digest_emails: true,
  enable_marketing_emails: true,
  enable_login_emails: true,
  message_content_in_email_notifications: true,
  pm_content_in_desktop_notifications: true,
  wildcard_mentions_notify: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  enter_sends: false,
  send_private_typing_notifications: true,
  send_stream_typing_notifications: true,
  send_read_receipts: true,
  presence_enabled: true,
  automatically_follow_topics_where_mentioned: true,
  web_navigate_to_sent_message: true,
  allow_private_data_export: false,
  web_left_sidebar_unreads_count_summary: true,
  web_left_sidebar_show_channel_folders: true,
};

type Words = readonly (number | string)[];
/** All allowed values, and the default. */
const choices: Readonly<Record<string, readonly [allowed: Words, first: number | string]>> = {
  web_channel_default_view: [[1, 2, 3, 4], 1],
  color_scheme: [[1, 2, 3], 1],
  web_home_view: [['recent_topics', 'inbox', 'all_messages'], 'inbox'],
  emojiset: [['google', 'twitter', 'text'], 'google'],
  demote_inactive_streams: [[1, 2, 3], 1],
  user_list_style: [[1, 2, 3], 2],
  web_animate_image_previews: [['always', 'on_hover', 'never'], 'on_hover'],
  web_stream_unreads_count_display_policy: [[1, 2, 3], 2],
  desktop_icon_count_display: [[1, 2, 3, 4], 1],
  web_mark_read_on_scroll_policy: [[1, 2, 3], 1],
  email_address_visibility: [[1, 2, 3, 4, 5], 1],
  realm_name_in_email_notifications_policy: [[1, 2, 3], 1],
  automatically_follow_topics_policy: [[1, 2, 3, 4], 3],
  automatically_unmute_topics_in_muted_streams_policy: [[1, 2, 3, 4], 2],
  resolved_topic_notice_auto_read_policy: [
    ['always', 'except_followed', 'never'],
    'except_followed',
  ],
};

/** Some allowed values, some refused ones, and the default. */
const others: Readonly<Record<string, readonly [taken: Words, refused: Words, first: unknown]>> = {
  web_font_size_px: [[12, 20, 1], ['16.5', '"16"', '16.0', 'large', ''], 16],
  web_line_height_percent: [[100, 120, 200], ['122.5', '"120"', 'true', ''], 140],
  email_notifications_batching_period_seconds: [
    [1, 604_800],
    [0, -1, 604_801, '60.0', '"60"'],
    120,
  ],
  default_language: [
    ['de', 'pt-br', 'en'],
    ['tlh', 'DE', '"de"', '', 'toString', 'constructor'],
    'en',
  ],
  notification_sound: [['bell', 'soft bell', 'none', 'zulip'], ['gong', '', '"bell"'], 'zulip'],
  timezone: [
    ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5', ''],
    ['Mars/Olympus', '+02:00', 'europe', '"UTC"', 'Europe/Berlin\0', 'constructor'],
    '',
  ],
};

/** Every setting, with a value chosen from its row. */
function all(
  ofListed: (row: readonly [Words, ...unknown[]]) => unknown,
  ofBoolean: (first: boolean) => unknown,
): Params {
  const listed = { ...choices, ...others };
  return {
    ...Object.fromEntries(
      Object.entries(booleans).map(([name, first]) => [name, ofBoolean(first)]),
    ),
    ...Object.fromEntries(Object.entries(listed).map(([name, row]) => [name, ofListed(row)])),
  };
}

const modern = {
  client_capabilities: { notification_settings_null: true, user_settings_object: true },
};
const success = { result: 'success', msg: '' };

describe.each(gatewayNames)('updateSettings through the %s', (gateway) => {
  let me: AccountWithKey;
  let other: AccountWithKey;
  let ask: Ask;
  let readEvents: () => Promise<Params[]>;
  let readEventsOfOther: typeof readEvents;
  beforeAll(async () => {
    [me, other] = [await t.addUser(), await t.addUser()];
    ask = (await openGateways(t, me))[gateway];
    [readEvents, readEventsOfOther] = [await listen(me), await listen(other)];
  });
  const update = (params: Params) => ask('PATCH', '/settings', params);
  const current = async () => {
    const { body } = await ask('POST', '/register', { event_types: ['user_settings'] });
    return body['user_settings'] as Params;
  };

  it('gives a new account the documented values', async () => {
    expect(await current()).toMatchObject(
      all(
        (of) => of.at(-1),
        (first) => first,
      ),
    );
    expect(Object.keys(all(String, String)).toSorted()).toEqual([...settingNames].toSorted());
  });

  it('stores all settings in one call and tells no one else', async () => {
    const wanted = all(
      (of) => of[0].find((value) => value !== of.at(-1)),
      (first) => !first,
    );
    expect((await update(wanted)).body).toEqual(success);
    expect(await current()).toMatchObject(wanted);
    expect(await readEventsOfOther()).toEqual([]);
    await update(
      all(
        (of) => of.at(-1),
        (first) => first,
      ),
    );
    await readEvents();
  });

  /** Each value sends one event and none when repeated; the default is restored at the end. */
  async function takes(name: string, values: readonly unknown[], first: unknown) {
    const given = [...values, first];
    for (const value of given) {
      for (const _twice of [1, 2]) {
        expect(await update({ [name]: value })).toMatchObject({ status: 200, body: success });
      }
    }
    const changes = given.filter((value, i) => value !== (i === 0 ? first : given[i - 1]));
    const settingEvents = (await readEvents()).filter(({ type }) => type === 'user_settings');
    const event = { type: 'user_settings', op: 'update', property: name };
    expect(settingEvents).toMatchObject(changes.map((value) => ({ ...event, value })));
  }

  /** Checks that nothing in the call is applied. */
  async function refuses(name: string, values: readonly unknown[]) {
    for (const value of values) {
      const { status, body } = await update({ twenty_four_hour_time: true, [name]: value });
      const { msg, ...fields } = body;
      expect([status, fields], String(value)).toEqual([
        400,
        { result: 'error', code: 'BAD_REQUEST' },
      ]);
      expect(msg).not.toBe('');
    }
    expect(await readEvents()).toEqual([]);
  }

  // Invalid booleans are refused for every operation, see `conventions.test.ts`.
  it.each(Object.entries(booleans))('accepts true and false for %s', async (name, first) => {
    await takes(name, [!first], first);
  });

  it.each(Object.entries(choices))(
    'accepts each of its values for %s',
    async (name, [allowed, first]) => {
      await takes(name, allowed, first);
      const wrong =
        typeof first === 'number'
          ? [0, -1, allowed.length + 1, '1.0', '"1"', 'true', 'one', '']
          : ['', 'other', `"${first}"`, first.toUpperCase(), 1];
      await refuses(name, wrong);
    },
  );

  it.each(Object.entries(others))(
    'accepts values of its type for %s',
    async (name, [taken, refused, first]) => {
      await takes(name, taken, first);
      await refuses(name, refused);
    },
  );

  it('requires no parameter, and treats null as none', async () => {
    const before = await current();
    expect((await update({})).body).toEqual(success);
    expect((await update({ color_scheme: null, enter_sends: null })).body).toEqual(success);
    expect(await current()).toEqual(before);
  });

  it('has deprecated aliases that do the same', async () => {
    for (const [path, value] of [
      ['/settings/display', true],
      ['/settings/notifications', false],
    ] as const) {
      const both = { twenty_four_hour_time: value, enable_sounds: !value, dense_mode: true };
      const { body } = await ask('PATCH', path, both);
      expect(body).toEqual({ ...success, ignored_parameters_unsupported: ['dense_mode'] });
      expect(await current()).toMatchObject({
        twenty_four_hour_time: value,
        enable_sounds: !value,
      });
    }
  });

  it('lists unknown parameters, including dense_mode', async () => {
    const { body } = await update({ enter_sends: false, night_mode: 1, dense_mode: true });
    expect(body).toEqual({
      ...success,
      ignored_parameters_unsupported: ['dense_mode', 'night_mode'],
    });
    expect(await current()).not.toHaveProperty('dense_mode');
  });

  it('stores several settings and sends an event for each', async () => {
    const queue = await openQueue(t, me, { event_types: ['user_settings'], ...modern });
    const wanted = { color_scheme: 2, web_home_view: 'inbox', default_language: 'fr' };
    await update(wanted);
    expect(await current()).toMatchObject(wanted);
    const event = { type: 'user_settings', op: 'update' };
    expect(await queue.events()).toEqual([
      { ...event, property: 'color_scheme', value: 2 },
      { ...event, property: 'default_language', value: 'fr', language_name: 'français' },
    ]);
  });

  it('sends older events to clients that don’t support the settings object', async () => {
    const event_types = ['update_display_settings', 'update_global_notifications'];
    const queue = await openQueue(t, me, { event_types });
    await update({ color_scheme: 3, enable_sounds: false });
    expect(await queue.events()).toEqual([
      {
        type: 'update_display_settings',
        user: me.email,
        setting_name: 'color_scheme',
        setting: 3,
      },
      {
        type: 'update_global_notifications',
        user: me.email,
        notification_name: 'enable_sounds',
        setting: false,
      },
    ]);
  });

  it('is refused to bots', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
    const asBot = (await openGateways(t, bot))[gateway];
    const { status, body } = await asBot('PATCH', '/settings', { enter_sends: true });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('deletes drafts without events when synchronization is switched off', async () => {
    const draft = { type: '', to: [], topic: '', content: 'kept nowhere' };
    const add = () => ask('POST', '/drafts', { drafts: [draft] });
    const [id] = (await add()).body['ids'] as number[];
    await t.call(other, 'POST', '/drafts', { drafts: [draft] });
    const queue = await openQueue(t, me, { event_types: ['drafts'] });
    await update({ enable_drafts_synchronization: false });
    const refused = [
      await add(),
      await ask('GET', '/drafts'),
      await ask('DELETE', `/drafts/${id}`),
      await ask('PATCH', `/drafts/${id}`, { draft }),
    ];
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    const { body } = await ask('POST', '/register', { fetch_event_types: ['drafts'] });
    expect(body['drafts']).toEqual([]);
    expect(await queue.events()).toEqual([]);
    await update({ enable_drafts_synchronization: true });
    expect((await ask('GET', '/drafts')).body).toMatchObject({ count: 0, drafts: [] });
    expect((await t.call(other, 'GET', '/drafts')).body).toMatchObject({ count: 1 });
  });

  it('sends a new time zone to everyone who can see the user', async () => {
    const queue = await openQueue(t, other, { event_types: ['realm_user'] });
    await update({ timezone: 'Asia/Kolkata' });
    const person = { user_id: me.user_id, email: me.email, timezone: 'Asia/Kolkata' };
    expect(await queue.events()).toEqual([{ type: 'realm_user', op: 'update', person }]);
  });
});
