import { places, test } from '../support/app';
import { searchLive } from '../support/journeys/search';

for (const [at, place] of places.entries()) {
  test(`a search ${place} finds new messages, and is saved for other browsers`, async ({
    page,
    openProfile,
    pair: { server, urls },
    someone: account,
    other,
  }) => {
    const elsewhere = await (await openProfile()).newPage();
    const sides = { page, elsewhere, account, other, name: `sky watch ${at}` };
    await searchLive({ server, url: urls[place], ...sides });
  });
}
