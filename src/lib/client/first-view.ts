import { forgetMemory, writeMemory } from './memory';

/** What the document shows before the app is there: lib/server/doors/frame.html, views/first. */
const frame = () => document.getElementById('inkwell-frame');
const rows = () => document.getElementById('inkwell-first');

/** Read by the script in `frame.html`. */
const ownDrafts = 'own-drafts';

/** The app stands. Rows that are on show stay until it has rows of its own; later ones never show. */
export function takeFrame(): void {
  const first = rows();
  if (first?.querySelector('[data-first-row]')?.checkVisibility()) first.dataset['kept'] = '';
  else first?.remove();
  // Its marks go on to tell how wide the navigation is.
  frame()?.setAttribute('hidden', '');
}

/** The app shows its own rows, or why there are none. */
export function takeRows(): void {
  rows()?.remove();
  frame()?.remove();
}

/** Whether this device lists other drafts than the server does: then the server's are not shown first. */
export function noteOwnDrafts(account: string, has: boolean): void {
  if (has) writeMemory(account, ownDrafts, true);
  else forgetMemory(account, ownDrafts);
}
