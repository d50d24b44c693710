import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeFrame } from './first-view';

const before = location.pathname + location.search;

/** What the document shows, and the app in its own place. */
function stand(app: string) {
  document.body.innerHTML = `<div id="inkwell-frame"></div>
    <div id="inkwell-first">
      <div data-navigation><div data-conversations>topics</div></div>
      <div data-rows><p data-first-row>To Ada</p></div>
    </div>
    <div data-shell><nav data-conversations></nav><main><section data-list>${app}</section></main></div>`;
  takeFrame();
}

const first = () => document.getElementById('inkwell-first');
const list = () => document.querySelector('main [data-list]')!;
const words = () => first()?.textContent.replaceAll(/\s/g, '');

beforeEach(() => history.replaceState(history.state, '', '/drafts'));
afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(history.state, '', before);
});

it('leaves each part until the app shows the same', async () => {
  stand('<p data-waiting></p>');
  expect(words()).toBe('topicsToAda');
  document.querySelector('nav')!.append('topics', document.createElement('p'));
  await expect.poll(words).toBe('ToAda');
  list().innerHTML = '<p role="option">To Ada <span data-pending></span></p>';
  list().querySelector('[data-pending]')!.removeAttribute('data-pending');
  await expect.poll(first).toBeNull();
  expect(document.getElementById('inkwell-frame')).toBeNull();
});

it('leaves rows no longer than the app has none, or words that do not come', async () => {
  stand('<p>No drafts</p>');
  await expect.poll(words).toBe('topics');
  await expect.poll(first, { timeout: 5000 }).toBeNull();
});

it('leaves nothing where another page is gone to', async () => {
  stand('<p data-waiting></p>');
  history.replaceState(history.state, '', '/inbox');
  list().replaceChildren(document.createElement('p'));
  await expect.poll(first).toBeNull();
});

it('takes what shows no rows at once', () => {
  document.body.innerHTML = '<div id="inkwell-frame"></div><div id="inkwell-first"></div>';
  takeFrame();
  expect(first()).toBeNull();
});
