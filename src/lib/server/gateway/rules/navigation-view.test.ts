import { beforeEach, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../../service/service';

/**
 * Every rule of `editNavigationView` and related operations.
 * https://zulip.com/api/edit-navigation-view
 */

const t = withService();

const builtIn = 'narrow/has/reaction/sender/me';
const custom = 'narrow/channel/12-plans/topic/a.20b';

describe.each(gatewayNames)('navigation views through the %s', (gateway) => {
  let me: AccountWithKey;
  let ask: Ask;
  beforeEach(async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
  });

  const add = async (params: Params) => (await ask('POST', '/navigation_views', params)).body;
  const path = (fragment: string) => `/navigation_views/${encodeURIComponent(fragment)}`;
  const list = async (by = ask) => (await by('GET', '/navigation_views')).body['navigation_views'];
  const watch = () => openQueue(t, me, { event_types: ['navigation_view'] });
  const success = { result: 'success', msg: '' };

  it('can be added, are listed in order, sent to their owner, and in the state', async () => {
    const queue = await watch();
    const theirs = await openQueue(t, await t.addUser(), { event_types: ['navigation_view'] });
    expect(await add({ fragment: builtIn, is_pinned: true })).toEqual(success);
    expect(await add({ fragment: ` ${custom} `, is_pinned: false, name: ' Plans ' })).toEqual(
      success,
    );
    const first = { fragment: builtIn, is_pinned: true, name: null };
    const second = { fragment: custom, is_pinned: false, name: 'Plans' };
    expect(await list()).toEqual([first, second]);
    expect(await queue.events()).toEqual([
      { type: 'navigation_view', op: 'add', navigation_view: first },
      { type: 'navigation_view', op: 'add', navigation_view: second },
    ]);
    expect(await theirs.events()).toEqual([]);
    for (const key of ['navigation_views', 'navigation_view']) {
      const { body } = await ask('POST', '/register', { fetch_event_types: [key] });
      expect(body['navigation_views']).toEqual([first, second]);
    }
  });

  it.each([
    ['a name for a built-in view', { fragment: 'inbox', is_pinned: true, name: 'In' }],
    ['a custom view without a name', { fragment: 'narrow/dm/5', is_pinned: true }],
    ['a blank name', { fragment: 'narrow/dm/5', is_pinned: true, name: ' ' }],
    ['a fragment that no path can name', { fragment: 'a/../b', is_pinned: true, name: 'x' }],
    ['a blank fragment', { fragment: ' ', is_pinned: true, name: 'x' }],
    ['a fragment that is there', { fragment: custom, is_pinned: true, name: 'x' }],
    ['a name that is there', { fragment: 'narrow/dm/5', is_pinned: true, name: 'Plans' }],
    ['is_pinned in words', { fragment: 'recent', is_pinned: 'yes' }],
    ['a null byte', { fragment: 'a\0b', is_pinned: true, name: 'x' }],
    ['a name without end', { fragment: 'a', is_pinned: true, name: 'x'.repeat(501) }],
  ])('refuse %s', async (_rule, params) => {
    await add({ fragment: custom, is_pinned: true, name: 'Plans' });
    const reply = await ask('POST', '/navigation_views', params);
    expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await list()).toHaveLength(1);
  });

  it.each(['fragment', 'is_pinned'])('require %s', async (var_name) => {
    const all = { fragment: 'inbox', is_pinned: true };
    const { [var_name]: _left, ...rest } = all as Params;
    const missing = { code: 'REQUEST_VARIABLE_MISSING', var_name };
    expect(await add(rest)).toMatchObject(missing);
  });

  it('are identified by their fragment, encoded or not', async () => {
    await add({ fragment: custom, is_pinned: false, name: 'Plans' });
    const raw = `/navigation_views/${custom}`;
    expect((await ask('PATCH', raw, { is_pinned: true })).body).toEqual(success);
    expect((await ask('PATCH', path(custom), { name: 'Others' })).body).toEqual(success);
    expect(await list()).toEqual([{ fragment: custom, is_pinned: true, name: 'Others' }]);
  });

  it('change is_pinned: true pins, false hides', async () => {
    await add({ fragment: 'feed', is_pinned: true });
    const queue = await watch();
    for (const is_pinned of [false, false, true]) {
      expect((await ask('PATCH', path('feed'), { is_pinned })).body).toEqual(success);
    }
    const update = { type: 'navigation_view', op: 'update', fragment: 'feed' };
    expect(await queue.events()).toEqual([
      { ...update, data: { is_pinned: false } },
      { ...update, data: { is_pinned: true } },
    ]);
    expect(await list()).toEqual([{ fragment: 'feed', is_pinned: true, name: null }]);
  });

  it('change a custom view’s name, and send only what has changed', async () => {
    await add({ fragment: custom, is_pinned: true, name: 'Plans' });
    const queue = await watch();
    const given = { name: ' Dates ', is_pinned: true };
    expect((await ask('PATCH', path(custom), given)).body).toEqual(success);
    expect((await ask('PATCH', path(custom), {})).body).toEqual(success);
    expect(await queue.events()).toEqual([
      { type: 'navigation_view', op: 'update', fragment: custom, data: { name: 'Dates' } },
    ]);
  });

  it.each<[rule: string, fragment: string, params: Params]>([
    ['a custom name for a built-in view', 'inbox', { name: 'In' }],
    ['a blank name', custom, { name: ' ' }],
    ['a name that another view has', custom, { name: 'Second' }],
  ])('refuse to be given %s', async (_rule, fragment, params) => {
    await add({ fragment: 'inbox', is_pinned: true });
    await add({ fragment: custom, is_pinned: true, name: 'Plans' });
    await add({ fragment: 'narrow/dm/5', is_pinned: true, name: 'Second' });
    const before = await list();
    const reply = await ask('PATCH', path(fragment), params);
    expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await list()).toEqual(before);
  });

  it('answer NOT_FOUND if no view has the fragment, including a built-in one without a row', async () => {
    const other = (await openGateways(t, await t.addUser()))[gateway];
    await other('POST', '/navigation_views', { fragment: custom, is_pinned: true, name: 'x' });
    for (const fragment of [custom, 'inbox', 'nowhere']) {
      const changed = await ask('PATCH', path(fragment), { is_pinned: true });
      expect(changed).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      const removed = await ask('DELETE', path(fragment));
      expect(removed).toMatchObject({ status: 404, body: { code: 'BAD_REQUEST' } });
    }
    expect(await list(other)).toHaveLength(1);
  });

  it('can be removed, which sends an event', async () => {
    await add({ fragment: 'inbox', is_pinned: false });
    const queue = await watch();
    expect((await ask('DELETE', path('inbox'))).body).toEqual(success);
    expect(await list()).toEqual([]);
    expect(await queue.events()).toEqual([
      { type: 'navigation_view', op: 'remove', fragment: 'inbox' },
    ]);
  });

  it('are available to bots', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1 });
    const asBot = (await openGateways(t, bot))[gateway];
    const calls: [method: string, path: string, params?: Params][] = [
      ['POST', '/navigation_views', { fragment: 'narrow/is/dm', is_pinned: true, name: 'x' }],
      ['GET', '/navigation_views'],
      ['PATCH', path('narrow/is/dm'), { is_pinned: false }],
      ['DELETE', path('narrow/is/dm')],
    ];
    for (const [method, where, params] of calls) {
      expect(await asBot(method, where, params)).toMatchObject({ status: 200 });
    }
  });
});
