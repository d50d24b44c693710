import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../../tests/support/account';
import { aState } from '../../../../../tests/support/state';
import BoxFrame from '../../../../../tests/support/ui/BoxFrame.svelte';
import '../../../../app.css';
import { applyTextEdit } from '../format/apply-text-edit';

/** Clipboard content recorded from a program; see `tests/corpora/clips`. */
interface Clip {
  readonly name: string;
  readonly taken: string;
  readonly types: Readonly<Record<string, string>>;
  /** MIME types of the files on the clipboard. */
  readonly files?: readonly string[];
  /** Expected text in the box; null if the clipboard's files are used instead. */
  readonly markdown: string | null;
}

const clips = import.meta.glob<readonly Clip[]>('../../../../../tests/corpora/clips/*.json', {
  eager: true,
  import: 'default',
});

const box = page.getByRole('textbox', { name: 'Message' });
const element = () => box.element() as HTMLTextAreaElement;

async function setup() {
  await render(BoxFrame, {
    account: anAccount({ state: aState({}) }).account,
    recipient: { type: 'private', to: [], topic: '' } as const,
  });
  await box.click();
  await expect.element(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
}

/** Like the browser, inserts the plain text unless a listener has prevented that. */
function paste({ types, files = [] }: Pick<Clip, 'types' | 'files'>, shiftKey = false): void {
  const clipboardData = new DataTransfer();
  for (const [type, data] of Object.entries(types)) clipboardData.setData(type, data);
  for (const type of files) clipboardData.items.add(new File(['x'], 'image.png', { type }));
  const keys = { key: shiftKey ? 'V' : 'v', code: 'KeyV', ctrlKey: true, shiftKey, bubbles: true };
  element().dispatchEvent(new KeyboardEvent('keydown', keys));
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  const isLeft = element().dispatchEvent(event);
  element().dispatchEvent(new KeyboardEvent('keyup', keys));
  const text = (types['text/plain'] ?? '').replace(/\r\n?/g, '\n');
  const at = element().selectionEnd;
  if (isLeft && text !== '') {
    applyTextEdit(element(), {
      from: at,
      to: at,
      insert: text,
      start: at + text.length,
      end: at + text.length,
    });
  }
}

describe.each(Object.entries(clips))('%s', (_, program) => {
  it.each(program)('$name', async (clip) => {
    await setup();
    // In the app, an element around the box handles pasted files.
    const takes = vi.fn((event: ClipboardEvent) => event.defaultPrevented);
    document.addEventListener('paste', takes, { once: true });
    paste(clip);
    expect(takes).toHaveReturnedWith(isOurs(clip));
    expect(element().value).toBe(clip.markdown ?? '');
  });
});

/** Files go to another listener, and unformatted text to the browser. */
const isOurs = ({ types, markdown }: Clip) =>
  markdown !== null && markdown !== (types['text/plain'] ?? '').replace(/\r\n?/g, '\n');

describe('plain text', () => {
  it('is pasted by Ctrl+Shift+V even if the browser passes HTML too', async () => {
    await setup();
    const clip = { types: { 'text/plain': 'very good', 'text/html': 'very <b>good</b>' } };
    paste(clip, true);
    expect(element().value).toBe('very good');
    paste(clip);
    expect(element().value).toBe('very goodvery **good**');
  });
});

it('pastes a table of 400 rows as one change', async () => {
  await setup();
  let changes = 0;
  element().addEventListener('input', () => changes++);
  const sheet = clips['../../../../../tests/corpora/clips/libreoffice.json']!;
  const html = sheet[0]!.types['text/html']!;
  const row = /<tr>\s*<td[^>]*>Pipe[^]*?<\/tr>/.exec(html)![0];
  paste({
    types: { 'text/plain': 'Pipe\t5" pipe', 'text/html': html.replace(row, row.repeat(400)) },
  });
  expect(element().value.match(/^\| Pipe \| 5" pipe \|$/gm)).toHaveLength(400);
  expect(changes).toBe(1);
  document.execCommand('undo');
  expect(element().value).toBe('');
});
