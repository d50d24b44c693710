import { holdTo, ofReal, places, placesWithReal, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import {
  channelLife,
  channelOf372,
  channelOn,
  channelWithAll,
  manyChannels,
} from '../support/journeys/channels';
import { signIn } from '../support/session';

for (const [at, place] of placesWithReal.entries()) {
  test.describe(`channels ${place}`, () => {
    holdTo(place);

    test('are created, shown to others immediately, changed, left, archived and unarchived', async ({
      page,
      openProfile,
      pair: { server, urls },
      someone: account,
      other,
    }) => {
      const watching = await (await openProfile()).newPage();
      const sides = {
        page,
        account,
        watching,
        other,
        name: `kites ${at}`,
        isOld: place === ofReal,
      };
      await channelLife({ server, url: urls[place], ...sides });
    });

    test('can be subscribed to, muted and left in bulk, and each action can be undone', async ({
      page,
      openProfile,
      pair: { server, urls },
      someone: maker,
      other: account,
    }) => {
      const elsewhere = await (await openProfile()).newPage();
      const sides = { page, elsewhere, account, maker, word: `trees ${at}` };
      await manyChannels({ server, url: urls[place], ...sides });
    });
  });
}

for (const place of [...places, ofReal] as const) {
  test.describe(`channels ${place}`, () => {
    holdTo(place);

    test('are created with every option, and a refused option keeps the rest', async ({
      page,
      pair: { server, urls },
    }) => {
      await (place === ofReal ? channelOf372 : channelWithAll)(server, urls[place], page);
    });
  });
}

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('channels: list, each part of a channel, a new one, folders', async ({ page, shared }) => {
    await signIn(page.context(), shared, 'owner');
    await page.goto(`${shared.url}/channels`);
    const rows = page.getByRole('listbox', { name: 'Channels' }).getByRole('option');
    await lookAround(page, rows.first());
    await page.goto(`${shared.url}/channels?show=archived&privacy=private`);
    await lookAround(page, page.getByText(/^No channels match|archived/).first());
    await page.goto(`${shared.url}/channels`);
    const filter = () => page.getByRole('button', { name: 'Filter', exact: true }).click();
    await lookAround(page, page.getByRole('button', { name: /^I can read/ }), filter);
    const { stream_id } = (await channelOn(shared, 'owner', 'general'))!;
    for (const [part, shown] of [
      ['overview', 'Color'],
      ['settings', 'Description'],
    ] as const) {
      await page.goto(`${shared.url}/channels/${stream_id}/${part}`);
      await lookAround(page, page.getByLabel(shown));
    }
    await page.goto(`${shared.url}/channels/${stream_id}/people`);
    await lookAround(page, page.getByRole('button', { name: 'Add', exact: true }));
    await page.goto(`${shared.url}/channels/${stream_id}/topics`);
    await lookAround(
      page,
      page.getByRole('listbox', { name: 'Topics' }).getByRole('option').first(),
    );
    await page.goto(`${shared.url}/channels/new`);
    await lookAround(page, page.getByRole('button', { name: 'Create channel' }));
    await page.goto(`${shared.url}/channels/folders`);
    await lookAround(page, page.getByRole('button', { name: 'Create folder' }));
  });
});
