import { beforeEach, expect, it } from 'vitest';
import { isFocusIdle, focusOnArrival, arrivalTarget } from './focus-on-navigation';

const find = (one: string) => document.querySelector<HTMLElement>(one)!;

beforeEach(() => {
  document.body.innerHTML = `<main><h1 tabindex="-1">Drafts</h1><input />
    <div id="list" tabindex="0">One</div></main>`;
});

it('has the keyboard where nothing else does, also where the heading was given it', () => {
  focusOnArrival(find('#list'));
  expect(document.activeElement?.id).toBe('list');
  find('h1').focus();
  expect(isFocusIdle()).toBe(true);
  focusOnArrival(find('#list'));
  expect(document.activeElement?.id).toBe('list');
});

it('leaves the keyboard to whatever has it', () => {
  find('input').focus();
  focusOnArrival(find('#list'));
  expect(document.activeElement).toBe(find('input'));
});

it('is where one comes again; without one that is shown it is the heading', () => {
  expect(arrivalTarget()).toBe(find('h1'));
  const leave = focusOnArrival(find('#list'));
  expect(arrivalTarget()).toBe(find('#list'));
  find('#list').style.display = 'none';
  expect(arrivalTarget()).toBe(find('h1'));
  find('#list').style.display = '';
  leave();
  expect(arrivalTarget()).toBe(find('h1'));
});
