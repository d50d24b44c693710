import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../../app.css';
import { showChannels } from '../../../../tests/support/channels-page';
import { aChannel } from '../../../../tests/support/state';
import { NetworkFailure } from '../../api/errors';

it('says what is missing offline, and reserves no space for it', async () => {
  const cut = () => {
    throw new NetworkFailure('getStreamById', 'unreachable');
  };
  const { connect } = await showChannels(
    7,
    undefined,
    { getMessages: cut, getStreamTopics: cut, getSubscribers: cut, getStreamById: cut },
    { streams: [aChannel(7, { name: 'sales' })], subscriptions: [] },
  );
  connect('offline');
  await expect.element(page.getByText(/Couldn’t load this channel’s rules/)).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'What this means' }))
    .not.toBeInTheDocument();
  for (const name of ['People', 'Latest topics']) {
    await expect
      .element(page.getByRole('region', { name }))
      .toHaveTextContent('Can’t reach the server');
  }
  expect(document.querySelectorAll('.pulse')).toHaveLength(0);
});
