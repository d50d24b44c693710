import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hideFrame } from './first-paint';

const before = location.pathname + location.search;

/** Builds the first paint with the app in its own place. */
function stand(app: string) {
  document.body.innerHTML = `<div id="inkwell-frame"></div>
    <div id="inkwell-first">
      <div data-navigation><div data-conversations>topics</div></div>
      <div data-rows><p data-first-row>To Ada</p></div>
    </div>
    <div data-shell><nav data-conversations></nav><main><section data-list>${app}</section></main></div>`;
  hideFrame();
}

const first = () => document.getElementById('inkwell-first');
const list = () => document.querySelector('main [data-list]')!;
const words = () => first()?.textContent.replaceAll(/\s/g, '');

beforeEach(() => history.replaceState(history.state, '', '/drafts'));
afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(history.state, '', before);
});

it('keeps each part until the app shows the same', async () => {
  stand('<p data-waiting></p>');
  expect(words()).toBe('topicsToAda');
  document.querySelector('nav')!.append('topics', document.createElement('p'));
  await expect.poll(words).toBe('ToAda');
  list().innerHTML = '<p role="option">To Ada <span data-pending></span></p>';
  list().querySelector('[data-pending]')!.removeAttribute('data-pending');
  await expect.poll(first).toBeNull();
  expect(document.getElementById('inkwell-frame')).toBeNull();
});

it('removes rows if the app has none, and text that the app doesn’t show in time', async () => {
  stand('<p>No drafts</p>');
  await expect.poll(words).toBe('topics');
  await expect.poll(first, { timeout: 5000 }).toBeNull();
});

it('removes everything when the user opens another page', async () => {
  stand('<p data-waiting></p>');
  history.replaceState(history.state, '', '/inbox');
  list().replaceChildren(document.createElement('p'));
  await expect.poll(first).toBeNull();
});

it('is removed immediately if it shows no rows', () => {
  document.body.innerHTML = '<div id="inkwell-frame"></div><div id="inkwell-first"></div>';
  hideFrame();
  expect(first()).toBeNull();
});

describe('a press before the app is ready', () => {
  /** `pressed` is an element of the first paint, `app` what replaces it later. */
  function pressed(part: string, app: string) {
    document.body.innerHTML = `<div id="inkwell-frame"></div>
      <div id="inkwell-first">
        <a href="/inbox">Inbox</a><a href="/scheduled">Scheduled</a><button>No name</button>
        <div data-rows><p data-first-row data-key="k1">To Ada</p></div>
      </div>
      <div data-shell><nav><a href="/inbox" hidden>Inbox</a></nav>
        <main><section data-list><p data-waiting></p></section></main></div>`;
    document.querySelector(`#inkwell-first ${part}`)!.setAttribute('data-pressed', '');
    const done: string[] = [];
    document.querySelector('[data-shell]')!.addEventListener('click', (event) => {
      event.preventDefault();
      done.push((event.target as Element).outerHTML);
    });
    hideFrame();
    list().insertAdjacentHTML('beforeend', app);
    list().querySelector('[data-waiting]')?.remove();
    return done;
  }

  it('runs once if the app has the same element', async () => {
    const row = '<p role="option" data-key="k1">To Ada</p>';
    const done = pressed('[data-key]', `<p role="option" data-key="k0">To Grace</p>${row}`);
    await expect.poll(() => done).toEqual([row]);
    expect(first()).toBeNull();
    // Later changes of the page don't repeat it.
    list().append(document.createElement('p'));
    const later = vi.fn();
    setTimeout(later);
    await expect.poll(() => later).toHaveBeenCalled();
    expect(done).toHaveLength(1);
  });

  it('follows a visible link', async () => {
    const link = '<a href="/inbox">Inbox</a>';
    const done = pressed('a', link);
    await expect.poll(() => done).toEqual([link]);
  });

  it('is ignored if the app has no element of that name', async () => {
    vi.useFakeTimers();
    try {
      const done = pressed('[data-key]', '<p role="option" data-key="k0">To Grace</p>');
      done.push(...pressed('button', '<button>No name</button>'));
      await vi.advanceTimersByTimeAsync(5000);
      expect(first()).toBeNull();
      expect(done).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is ignored on another page', async () => {
    const done = pressed('[data-key]', '');
    history.replaceState(history.state, '', '/scheduled');
    list().innerHTML = '<p role="option" data-key="k1">To Ada</p>';
    await expect.poll(first).toBeNull();
    expect(done).toEqual([]);
  });
});
