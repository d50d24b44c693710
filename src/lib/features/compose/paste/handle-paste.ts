import { on } from 'svelte/events';
import { levelOf } from '../../../api/feature-level';
import type { Account } from '../../../client/account/account.svelte';
import { hasAmbiguousName } from '../../../writing/recipients/ambiguous-name';
import { applyTextEdit, readTextField } from '../format/apply-text-edit';
import { toMarkdown } from './to-markdown';
import { replaceRange, type TextEdit, type TextFieldState } from '../format/text-edit';
import { isLinkUrl } from '../format/inline';
import { isInFence } from '../format/lines';
import type { Channel } from '../../../api/channel';
import { decodeHashPart } from '../../../client/navigation/narrow-link';
import { channelReference } from '../completion/references';

/**
 * The reference for a link into the organization: to a channel, a topic, or a message. Null for any
 * other text. https://zulip.com/help/link-to-a-message-or-conversation
 */
export function referenceFromLink(
  text: string,
  origins: readonly (string | undefined)[],
  channels: ReadonlyMap<number, Channel>,
  level: number,
): string | null {
  const url = /^\S+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || !origins.includes(url.origin) || url.pathname !== '/') return null;
  const [, id, slug, near] =
    /^#narrow\/(?:channel|stream)\/(\d+)(?:[^\d/][^/]*)?(?:\/(?:topic|subject)\/([^/]*))?(?:\/(?:near|with)\/(\d+))?\/?$/.exec(
      url.hash,
    ) ?? [];
  const channel = channels.get(Number(id));
  if (!channel) return null;
  // Browsers encode some characters of a hash in their own way.
  const topic = slug === undefined ? undefined : decodeHashPart(slug);
  if (topic === null) return null;
  const written = channelReference(channel, topic, level);
  if (near === undefined || !url.hash.includes('/near/')) return written;
  return written.startsWith('#**') && topic ? `${written.slice(0, -2)}@${near}**` : null;
}

/**
 * Block prefixes with the HTML element they come from: plain text can start with the same
 * characters.
 */
const marks = [
  { element: /<h[1-6][\s>]/i, mark: /^#{1,6} / },
  { element: /<li[\s>]/i, mark: /^(?:- |\d+\. )/ },
  { element: /<blockquote[\s>]/i, mark: /^> / },
];
const isBlock = /^(?:#{1,6} |- |\d+\. |> |`{3}|\| )/;

/**
 * Converted HTML adapted to the text on its line: a block starts a new line, and a single line of a
 * block becomes plain text. In a list item that is already begun, the first item loses its marker.
 */
function fitToLine(markdown: string, html: string, { value, start, end }: TextFieldState): string {
  const before = value.slice(value.lastIndexOf('\n', start - 1) + 1, start);
  const isBegun = /^\s*(?:[-*+]|\d+\.)\s+$/.test(before);
  const rest = value.slice(end);
  const gap = markdown.startsWith('| ') ? '\n\n' : '\n';
  const [ends = ''] = /^\n{0,2}/.exec(rest) ?? [];
  // A table or fence continues until its line ends.
  const isOpen = /(?:^|\n)(?:\| .* \||`{3,})$/.test(markdown);
  if (isBlock.test(markdown) && before.trim() === '') {
    if (!isOpen) return markdown;
    return markdown + (rest ? gap.slice(ends.length) : '\n');
  }
  if (!isBlock.test(markdown)) return markdown;
  const mark = marks.find(({ element, mark }) => element.test(html) && mark.test(markdown))?.mark;
  if (mark && (isBegun || !markdown.includes('\n'))) return markdown.replace(mark, '');
  // Plain text that only looks like a block.
  if (!mark && !markdown.includes('\n')) return markdown;
  return gap + markdown + (rest ? gap.slice(ends.length) : '');
}

/** The clipboard's content by format; empty if a format is missing. */
export interface ClipboardContent {
  readonly text: string;
  readonly html: string;
  /** From a code editor, whose HTML only adds colors. */
  readonly isCode: boolean;
}

/** Conversions that need the page or the account. */
interface PasteConverters {
  readonly toMarkdown: (html: string) => string;
  readonly referenceFromLink: (text: string) => string | null;
}

/**
 * The edit for a paste that needs more than the browser's own; null leaves it to the browser. In
 * code everything is pasted as plain text.
 */
export function pasteEdit(
  field: TextFieldState,
  copied: ClipboardContent,
  means: PasteConverters,
): TextEdit | null {
  const { value, start, end } = field;
  if (isInFence(value, start)) return null;
  const text = copied.text.trim();
  const put = (insert: string): TextEdit =>
    replaceRange(start, end, insert, [insert.length, insert.length]);
  if (isLinkUrl(text)) {
    const selected = value.slice(start, end);
    if (selected.trim() && !isLinkUrl(selected) && !/[[\]\n]/.test(selected)) {
      return put(`[${selected}](${text})`);
    }
    const own = means.referenceFromLink(text);
    return own === null ? null : put(own);
  }
  if (copied.isCode) return null;
  if (!copied.html) return null;
  const markdown = means.toMarkdown(copied.html);
  if (markdown === '' || markdown === text.replace(/\r\n?/g, '\n')) return null;
  // One line from a code editor is pasted as text. A code block of a message is copied with its
  // class.
  const [fence = '', line, ...closing] = markdown.split('\n');
  const isOneLine = fence.startsWith('```') && line?.trim() === text && closing.length === 1;
  if (isOneLine && !/class="[^"]*\bcodehilite\b/.test(copied.html)) return null;
  return put(fitToLine(markdown, copied.html, field));
}

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
