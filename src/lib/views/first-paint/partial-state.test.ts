import { describe, expect, it } from 'vitest';
import { aPerson, aState, aSubscription } from '../../../../tests/support/state';
import type { ApiOperation } from '../../api/define-operation';
import { minFeatureLevel } from '../../api/feature-level';
import type { FirstPaintCall } from './first-paint-page';
import { fetchChannelsFor, fetchPeopleFor, fetchPartialState } from './partial-state';

const place = { route: '/(app)/inbox', isDeep: false, embedded: false, user_id: 7 };

function asking(answers: Readonly<Record<string, unknown>>) {
  const requests: { id: string; params: Record<string, unknown>; since: number }[] = [];
  const ask = (async ({ id, since }: ApiOperation, params: Record<string, unknown>) => {
    requests.push({ id, params, since });
    return answers[id] ?? null;
  }) as unknown as FirstPaintCall;
  return { ask, requests };
}

describe('the partial state', () => {
  it('contains neither people nor channels, and leaves no queue behind', async () => {
    const { ask, requests } = asking({ registerQueue: aState({ queue_id: 'q7' }) });
    expect((await fetchPartialState(place, ask))?.queue_id).toBe('q7');
    const [register, end] = requests;
    expect(register?.params['event_types']).toEqual([]);
    const keys = register?.params['fetch_event_types'] as string[];
    expect(keys).toContain('navigation_views');
    expect(keys).toContain('message');
    for (const long of ['realm_user', 'stream', 'subscription', 'realm_user_groups']) {
      expect(keys).not.toContain(long);
    }
    expect(end).toMatchObject({ id: 'deleteQueue', params: { queue_id: 'q7' } });
    expect(requests.every(({ since }) => since <= minFeatureLevel)).toBe(true);
  });

  it('is null without a reply', async () => {
    const { ask, requests } = asking({});
    expect(await fetchPartialState(place, ask)).toBeNull();
    expect(requests).toHaveLength(1);
  });
});

describe('the names in the first rows', () => {
  it('are requested if rows may contain them', async () => {
    const { ask, requests } = asking({ getSubscriptions: { subscriptions: [aSubscription(5)] } });
    expect((await fetchChannelsFor(place, aState(), ask)).channels.size).toBe(0);
    expect(requests).toHaveLength(0);
    const streams = [{ stream_id: 5, topic: 'logo', unread_message_ids: [20] }];
    const state = aState({ unread_msgs: { pms: [], huddles: [], streams } });
    const { channels, user_id } = await fetchChannelsFor(place, state, ask);
    expect([...channels.keys()]).toEqual([5]);
    expect(user_id).toBe(7);
  });

  it('are those of at most twenty people, each requested once', async () => {
    const { ask, requests } = asking({ getUser: { user: aPerson(8) } });
    const row = { key: 'k', ids: [1], mentions: [], section: 'me' as const, until: undefined };
    const rows = Array.from({ length: 20 }, (_, at) => ({
      ...row,
      folder: null,
      recipient: { type: 'private' as const, to: [8, at + 10, at + 11], topic: '' },
    }));
    const inbox = { count: 20, rows, folders: [], scheduled: new Set<string>() };
    expect([...(await fetchPeopleFor(place, { inbox }, ask)).keys()]).toEqual([8]);
    expect(requests.map(({ params }) => params['user_id'])).toHaveLength(20);
    expect(new Set(requests.map(({ params }) => params['user_id'])).size).toBe(20);
    expect(requests[0]?.params['client_gravatar']).toBe(false);
  });
});
