import { beforeEach, expect, it } from 'vitest';
import { isFocusIdle, focusOnArrival, arrivalTarget } from './focus-on-navigation';

const find = (one: string) => document.querySelector<HTMLElement>(one)!;

beforeEach(() => {
  document.body.innerHTML = `<main><h1 tabindex="-1">Drafts</h1><input />
    <div id="list" tabindex="0">One</div></main>`;
});

it('takes the focus if nothing has it, or only the heading', () => {
  focusOnArrival(find('#list'));
  expect(document.activeElement?.id).toBe('list');
  find('h1').focus();
  expect(isFocusIdle()).toBe(true);
  focusOnArrival(find('#list'));
  expect(document.activeElement?.id).toBe('list');
});

it('leaves the focus to another element that has it', () => {
  find('input').focus();
  focusOnArrival(find('#list'));
  expect(document.activeElement).toBe(find('input'));
});

it('takes the focus again when the user comes back; if it isn’t shown, the heading does', () => {
  expect(arrivalTarget()).toBe(find('h1'));
  const leave = focusOnArrival(find('#list'));
  expect(arrivalTarget()).toBe(find('#list'));
  find('#list').style.display = 'none';
  expect(arrivalTarget()).toBe(find('h1'));
  find('#list').style.display = '';
  leave();
  expect(arrivalTarget()).toBe(find('h1'));
});
