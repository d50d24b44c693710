import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { aChannel } from '../../../../tests/support/state';
import { parseQuery } from './query-grammar';
import NoSearchResults from './NoSearchResults.svelte';

const known = {
  user_id: 7,
  users: new Map(),
  level: 1000,
  isWhole: true,
  channels: new Map([[5, aChannel(5, { name: 'design' })]]),
};

describe('a search without results', () => {
  it.each([
    ['channel:5 logo', /^No messages in public channels/],
    ['channels:public logo', /^No messages in public channels/],
    ['-channel:5 logo', /^No messages you’ve received/],
    ['-channels:public logo', /^No messages you’ve received/],
  ])('shows where it searched: %s', async (query, words) => {
    await render(NoSearchResults, { terms: parseQuery(query), known });
    await expect.element(page.getByText(words)).toBeVisible();
  });
});
