import { expect, it, onTestFinished } from 'vitest';
import { ListController } from './list-controller.svelte';

function aList(rows: readonly string[]) {
  let list!: ListController<string>;
  const stop = $effect.root(() => {
    list = new ListController({ rows: () => rows, key: (row) => row });
  });
  onTestFinished(stop);
  return list;
}

it('has no active row while an undo is under way, and one again if it brings none back', () => {
  const list = aList(['a', 'b']);
  list.active = 'b';
  list.restored(null);
  expect(list.active).toBe('');
  list.restored([]);
  // Unset: the list chooses one as on arrival.
  expect(list.active).toBeUndefined();
});

it('keeps its active row when an undo brings nothing back', () => {
  const list = aList(['a', 'b']);
  list.active = 'b';
  list.restored([]);
  expect(list.active).toBe('b');
});
