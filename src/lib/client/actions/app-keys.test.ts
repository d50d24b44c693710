import { expect, it } from 'vitest';
import { composeShortcuts } from '../../features/compose/compose-shortcuts';
import { appKeys } from './app-keys';

it('no key has two meanings', () => {
  const { snippets: _same, ...tools } = composeShortcuts;
  const all = [...Object.entries(appKeys), ...Object.entries(tools)].flatMap(([meaning, keys]) =>
    [keys].flat().map((key: string) => [key, meaning] as const),
  );
  const shared = all.filter(([key], at) => all.findIndex(([other]) => other === key) !== at);
  expect(shared).toEqual([]);
});
