import { beforeEach, expect, it } from 'vitest';
import { isAtRest, land, landing } from './landing';

const find = (one: string) => document.querySelector<HTMLElement>(one)!;

beforeEach(() => {
  document.body.innerHTML = `<main><h1 tabindex="-1">Drafts</h1><input />
    <div id="list" tabindex="0">One</div></main>`;
});

it('has the keyboard where nothing else does, also where the heading was given it', () => {
  land(find('#list'));
  expect(document.activeElement?.id).toBe('list');
  find('h1').focus();
  expect(isAtRest()).toBe(true);
  land(find('#list'));
  expect(document.activeElement?.id).toBe('list');
});

it('leaves the keyboard to whatever has it', () => {
  find('input').focus();
  land(find('#list'));
  expect(document.activeElement).toBe(find('input'));
});

it('is where one comes again; without one that is shown it is the heading', () => {
  expect(landing()).toBe(find('h1'));
  const leave = land(find('#list'));
  expect(landing()).toBe(find('#list'));
  find('#list').style.display = 'none';
  expect(landing()).toBe(find('h1'));
  find('#list').style.display = '';
  leave();
  expect(landing()).toBe(find('h1'));
});
