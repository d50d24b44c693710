import { describe, expect, it } from 'vitest';
import { aChannel, aPerson, aState, aSubscription } from '../../../../tests/support/state';
import { indexById } from '../../client/index-by-id';
import type { RecipientDirectory } from '../../writing/recipients/recipient';
import { buildFirstPaintLists, firstPaintListOf, withKnownRows } from './first-paint-lists';

const place = { isDeep: false, embedded: true, user_id: 7 };

const directory: RecipientDirectory = {
  user_id: 7,
  users: indexById('user_id', [aPerson(8)]),
  subscriptions: indexById('stream_id', [aSubscription(5, { folder_id: 2 }), aSubscription(6)]),
  channels: indexById('stream_id', [aChannel(5, { folder_id: 2 }), aChannel(6)]),
};

const folder = {
  id: 2,
  name: 'Studio',
  description: '',
  rendered_description: '',
  order: 0,
  date_created: 1,
  creator_id: 7,
  is_archived: false,
};

const state = aState({
  drafts: [
    { id: 1, type: 'private', to: [8], topic: '', content: 'old', timestamp: 1 },
    { id: 2, type: 'stream', to: [5], topic: 'logo', content: 'new', timestamp: 2 },
    { id: 3, type: '', to: [], topic: '', content: ' ', timestamp: 3 },
  ],
  user_topics: [{ stream_id: 6, topic_name: 'weeds', visibility_policy: 1 }],
  unread_msgs: {
    pms: [{ other_user_id: 8, unread_message_ids: [10, 12] }],
    huddles: [],
    streams: [
      { stream_id: 5, topic: 'logo', unread_message_ids: [20] },
      { stream_id: 6, topic: 'weeds', unread_message_ids: [30] },
      { stream_id: 6, topic: 'paths', unread_message_ids: [40] },
      { stream_id: 4, topic: 'gone', unread_message_ids: [70] },
    ],
  },
});

describe('the lists of the first paint', () => {
  it('exist only for pages in their start state', () => {
    expect(firstPaintListOf({ ...place, route: '/(app)/inbox' })).toBe('inbox');
    expect(firstPaintListOf({ ...place, route: '/(app)/drafts' })).toBe('drafts');
    expect(firstPaintListOf({ ...place, route: '/(app)/drafts', isDeep: true })).toBeUndefined();
    expect(buildFirstPaintLists(undefined, state, directory, [])).toEqual({});
  });

  it('have the rows of their pages, in the same order', () => {
    const { drafts } = buildFirstPaintLists('drafts', state, directory, []);
    expect(drafts?.count).toBe(2);
    expect(drafts?.rows.map(({ body }) => body.content)).toEqual(['new', 'old']);

    const { inbox } = buildFirstPaintLists('inbox', state, directory, [folder]);
    // As in the navigation: counts what the user's settings say.
    expect(inbox?.count).toBe(4);
    const user_settings = { desktop_icon_count_display: 2 as const };
    const own = buildFirstPaintLists('inbox', { ...state, user_settings }, directory, [folder]);
    expect(own.inbox?.count).toBe(2);
    const rows = inbox?.rows.map(({ key, section, folder }) => `${section} ${folder} ${key}`);
    expect(rows).toEqual(['me null dm 8', 'rest 2 5 logo', 'rest null 6 paths']);
  });

  it('end before the first unknown name', () => {
    const lists = buildFirstPaintLists('drafts', state, directory, []);
    expect(withKnownRows(lists, directory).drafts?.rows).toHaveLength(2);
    const { drafts } = withKnownRows(lists, { ...directory, users: new Map() });
    expect(drafts?.rows.map(({ body }) => body.content)).toEqual(['new']);
    expect(drafts?.count).toBe(2);
    const nobody = { ...directory, users: new Map(), channels: new Map() };
    expect(
      withKnownRows(buildFirstPaintLists('inbox', state, directory, []), nobody).inbox?.rows,
    ).toEqual([]);
  });
});
