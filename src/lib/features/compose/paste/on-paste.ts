import { on } from 'svelte/events';
import { levelOf } from '../../../api/level';
import type { Account } from '../../../client/account.svelte';
import { apply, fieldOf } from '../format/apply';
import { replacing } from '../format/field';
import { ownLink } from './own-link';
import { pasteEdit, type Copied, type Means } from './paste';

/**
 * Pastes rich text as Markdown; see `pasteEdit`. Pasted as plain text (Ctrl+Shift+V) it comes
 * without HTML, and files come without text: both are left to others.
 */
export function paste(
  event: ClipboardEvent,
  element: HTMLTextAreaElement,
  account: Pick<Account, 'state' | 'channels'>,
): void {
  const data = event.clipboardData;
  if (!data || event.defaultPrevented) return;
  const copied: Copied = {
    text: data.getData('text/plain'),
    html: data.getData('text/html'),
    isCode: data.types.includes('vscode-editor-data'),
  };
  if (!copied.text && !copied.html) return;
  const realm = account.state?.realm_url ?? account.state?.realm_uri;
  const origins = [
    location.origin,
    realm && URL.canParse(realm) ? new URL(realm).origin : undefined,
  ];
  const level = levelOf(account.state);
  const means = {
    toMarkdown: undefined,
    ownLink: (text: string) => ownLink(text, origins, account.channels, level),
  };
  const before = fieldOf(element);
  const edit = pasteEdit(before, copied, means);
  if (edit) {
    event.preventDefault();
    apply(element, edit);
  } else if (copied.html && !copied.isCode) {
    event.preventDefault();
    void convert(element, copied, means);
  }
}

/**
 * Without its converter, as on a lost network, the text is pasted as it is; so it is when the element
 * hears `settle`, because it is about to be sent.
 */
async function convert(element: HTMLTextAreaElement, copied: Copied, means: Means): Promise<void> {
  let isDone = false;
  const put = (toMarkdown?: Means['toMarkdown']) => {
    // Closed meanwhile: the text would land wherever the focus is now.
    if (isDone || !element.isConnected) return;
    isDone = true;
    const field = fieldOf(element);
    const { start, end } = field;
    const edit = pasteEdit(field, copied, { ...means, toMarkdown });
    const { text } = copied;
    apply(element, edit ?? replacing(start, end, text, [text.length, text.length]));
  };
  const off = on(element, 'settle', () => put());
  put((await import('./to-markdown').catch(() => null))?.toMarkdown);
  off();
}
