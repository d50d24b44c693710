import { on } from 'svelte/events';
import { levelOf } from '../../../api/feature-level';
import type { Account } from '../../../client/account/account.svelte';
import { hasAmbiguousName } from '../../../writing/recipients/ambiguous-name';
import { applyTextEdit, readTextField } from '../format/apply-text-edit';
import { referenceFromLink } from './reference-from-link';
import { pasteEdit, type ClipboardContent } from './paste-edit';
import { toMarkdown } from './to-markdown';

/**
 * Pastes rich text as Markdown; see `pasteEdit`. Leaves images, and anything else without text, to
 * the listeners for files.
 */
function paste(
  event: ClipboardEvent,
  element: HTMLTextAreaElement,
  account: Pick<Account, 'state' | 'channels' | 'users'>,
): void {
  const data = event.clipboardData;
  if (!data || event.defaultPrevented) return;
  const copied: ClipboardContent = {
    text: data.getData('text/plain'),
    html: data.getData('text/html'),
    isCode: data.types.includes('vscode-editor-data'),
  };
  if (!copied.text && (!copied.html || (data.files.length > 0 && !hasWords(copied.html)))) return;
  const realm = account.state?.realm_url ?? account.state?.realm_uri;
  const origins = [
    location.origin,
    realm && URL.canParse(realm) ? new URL(realm).origin : undefined,
  ];
  const level = levelOf(account.state);
  const edit = pasteEdit(readTextField(element), copied, {
    toMarkdown: (html) =>
      toMarkdown(html, { isShared: (id) => hasAmbiguousName(id, account.users) }),
    referenceFromLink: (text) => referenceFromLink(text, origins, account.channels, level),
  });
  if (!edit) return;
  event.preventDefault();
  applyTextEdit(element, edit);
}

/** Whether HTML has text. Browsers add HTML with the source and name to a copied image. */
function hasWords(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const mute of body.querySelectorAll('style, script')) mute.remove();
  return body.textContent.trim() !== '';
}

/**
 * Handles pastes into the field until the result is called. Some browsers include HTML even when
 * the user pastes plain text (Ctrl+Shift+V), so the keys are tracked until they are released.
 */
export function handlePaste(
  element: HTMLTextAreaElement,
  account: Parameters<typeof paste>[2],
): () => void {
  let isPlain = false;
  const stops = [
    on(element, 'keydown', ({ code, key, shiftKey, ctrlKey, metaKey }) => {
      const isPaste = (ctrlKey || metaKey) && (key.toLowerCase() === 'v' || code === 'KeyV');
      isPlain = isPaste && shiftKey;
    }),
    on(element, 'keyup', () => (isPlain = false)),
    on(element, 'blur', () => (isPlain = false)),
    on(element, 'paste', (event) => {
      if (!isPlain) paste(event, element, account);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
