import { createRawSnippet, type Component } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import '../../app.css';

type Module = { default: Component<Record<string, unknown>> };

const modules = import.meta.glob<Module>('./*.svelte', { eager: true });
const sources = import.meta.glob<string>('./*.svelte', {
  eager: true,
  query: '?raw',
  import: 'default',
});
/** Components that pass unknown props on to an element. */
const open = Object.keys(sources).filter((path) => sources[path]?.includes('{...rest}'));

const children = createRawSnippet(() => ({ render: () => '<span>Go</span>' }));
const icon = (() => undefined) as unknown as Component;
/** Their required props. */
const needed: Readonly<Record<string, object>> = {
  './Button.svelte': { children },
  './Checkbox.svelte': { label: 'One' },
  './Combobox.svelte': { query: '', options: [], listLabel: 'All', onpick: () => undefined },
  './IconButton.svelte': { icon, label: 'Do' },
  './Select.svelte': { value: 'a', options: [{ value: 'a', label: 'A' }] },
  './Switch.svelte': { label: 'On' },
};

const events = [
  'blur',
  'change',
  'click',
  'dblclick',
  'focus',
  'focusin',
  'focusout',
  'input',
  'keydown',
  'keyup',
  'mousedown',
  'paste',
  'pointerdown',
  'pointermove',
];

describe('A component that passes on unknown props', () => {
  it('is found', () => expect(open.length).toBeGreaterThan(5));

  it.each<[string, object]>([
    ...open.map((path): [string, object] => [path, {}]),
    ['./Button.svelte', { href: '#here' }],
  ])('calls every handler of its caller, too: %s %o', async (path, more) => {
    const eventNames: string[] = [];
    const handlers = Object.fromEntries(
      events.map((type) => [`on${type}`, vi.fn(() => eventNames.push(type))]),
    );
    const Shown = (modules[path] as Module).default;
    const { container } = await render(Shown, { ...needed[path], ...more, ...handlers });
    const element = container.querySelector('input, textarea, select, a, button') as HTMLElement;
    for (const type of events) {
      // Not a real key or focus event, since the browser's own reaction isn't tested here.
      element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
      expect(eventNames, type).toContain(type);
    }
  });
});
