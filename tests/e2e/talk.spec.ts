import { places, test } from '../support/app';
import { talk } from '../support/reading/talk';

const rounds = process.env['INKWELL_ALL'] ? 4 : 1;

for (const place of places) {
  test(`two who talk ${place} see the same in the end`, async ({
    page,
    openProfile,
    pair: { server, urls },
    someone,
    other,
  }) => {
    const there = await (await openProfile()).newPage();
    const sides = [
      { page, account: someone },
      { page: there, account: other },
    ] as const;
    await talk(server, urls[place], sides, { seed: 13, rounds });
  });
}
