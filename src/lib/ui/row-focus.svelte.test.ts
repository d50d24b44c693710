import { afterEach, expect, it } from 'vitest';
import { rowFocus } from './row-focus';

function aList(names: readonly string[]) {
  const list = document.createElement('ul');
  list.innerHTML = names.map((name) => `<li><button>${name}</button></li>`).join('');
  document.body.append(list);
  rowFocus(list);
  return {
    list,
    button: (name: string) =>
      [...list.querySelectorAll('button')].find((one) => one.textContent === name),
  };
}
const focused = () => document.activeElement?.textContent;

afterEach(() => document.body.replaceChildren());

it.each([
  ['one after it', 'b', 'c'],
  ['last one', 'c', 'b'],
])('moves the focus of a removed row to the %s', async (_which, gone, next) => {
  const { button } = aList(['a', 'b', 'c']);
  button(gone)?.focus();
  button(gone)?.closest('li')?.remove();
  await expect.poll(focused).toBe(next);
});

it('keeps the focus when a row is moved', async () => {
  const { button, list } = aList(['a', 'b']);
  button('a')?.focus();
  list.append(button('a')!.closest('li')!);
  await expect.poll(focused).toBe('a');
});

it('waits for the dialog that asked about the row', async () => {
  const { button } = aList(['a', 'b']);
  button('a')?.focus();
  const dialog = document.createElement('dialog');
  dialog.innerHTML = '<button>Remove</button>';
  document.body.append(dialog);
  dialog.showModal();
  button('a')?.closest('li')?.remove();
  await expect.poll(focused).toBe('Remove');
  dialog.close();
  await expect.poll(focused).toBe('b');
});

it('leaves the focus where the user has moved it', async () => {
  const { button, list } = aList(['a', 'b']);
  const field = document.body.appendChild(document.createElement('input'));
  button('a')?.focus();
  field.focus();
  button('a')?.closest('li')?.remove();
  await expect.poll(() => list.children.length).toBe(1);
  expect(document.activeElement).toBe(field);
});
