import { describe, expect, it } from 'vitest';
import { pageForHash } from './narrow-link';
import { hrefOfNarrow } from './narrow-link';

describe('a page of the reference app', () => {
  it.each([
    ['#user/7', '/people/7'],
    ['#user/7/profile', '/people/7'],
    ['#channels/1/name/settings', '/channels/1/settings'],
    ['#channels/1/name/subscribers', '/channels/1/people'],
    ['#channels/1/name/constructor', '/channels/1'],
    ['#streams/1', '/channels/1'],
    ['#channels/new', '/channels/new'],
    ['#streams/all', '/channels'],
    ['#channels', '/channels'],
    ['#recent', '/recent'],
    ['#inbox', '/inbox'],
    ['#feed', '/feed/all'],
    ['#all_messages', '/feed/all'],
    ['#recent_topics', '/recent'],
    ['#drafts', '/drafts'],
    ['#scheduled', '/scheduled'],
    ['#reminders', '/scheduled'],
    ['#invite', '/organization/invitations'],
    ['#search-operators', '/search'],
    ['#settings', '/settings'],
    ['#settings/profile', '/settings/profile'],
    ['#settings/display-settings', '/settings/preferences'],
    ['#settings/account-and-privacy', '/settings/account'],
    ['#settings/your-bots', '/organization/bots'],
    ['#settings/uploaded-files', '/settings'],
    ['#settings/constructor', '/settings'],
    ['#organization', '/organization'],
    ['#organization/organization-permissions', '/organization/permissions'],
    ['#organization/emoji-settings', '/organization/emoji'],
    ['#organization/users/active', '/organization/people'],
    ['#organization/users/invitations', '/organization/invitations'],
    ['#organization/bots/your-bots', '/organization/bots'],
    ['#organization/data-exports-admin', '/organization/exports'],
    ['#groups', '/organization/groups'],
    ['#groups/all', '/organization/groups'],
    ['#groups/new', '/organization/groups'],
    ['#groups/3/design/members', '/people?group=3'],
    ['#channels/subscribed/', '/channels?show=subscribed'],
    ['#topics/channel/5-logo', '/channels/5/topics'],
  ])('%s is %s', (hash, page) => {
    expect(pageForHash(hash)).toBe(page);
    expect(hrefOfNarrow(hash, 3)).toBe(page);
  });

  it.each(['#', '#constructor', '#user/x', '#about-zulip', '#user', '#topics/channel/x'])(
    '%s has no page here',
    (hash) => {
      expect(pageForHash(hash)).toBeUndefined();
    },
  );
});
