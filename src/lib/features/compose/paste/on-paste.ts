import { levelOf } from '../../../api/level';
import type { Account } from '../../../client/account.svelte';
import { apply, fieldOf } from '../format/apply';
import { ownLink } from './own-link';
import { pasteEdit, type Copied } from './paste';
import { toMarkdown } from './to-markdown';

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
  const edit = pasteEdit(fieldOf(element), copied, {
    toMarkdown,
    ownLink: (text) => ownLink(text, origins, account.channels, level),
  });
  if (!edit) return;
  event.preventDefault();
  apply(element, edit);
}
