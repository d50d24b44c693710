import { preloadSelector } from '../../client/calls/preloaded-calls';
import { devicePreferencesKey } from '../../client/device-preferences.svelte';
import { buildViewCopy, viewCopyRules } from '../../client/first-paint/copy-view';
import { ownDraftsStorageName, pressableSelector } from '../../client/first-paint/first-paint';
import { cachedViewPrefix, lookOf, type CachedView } from '../../client/first-paint/view-cache';
import {
  chosenAccountKey,
  endedAccountsKey,
  sessionPatience,
  storedSessionKey,
  type BrowserSession,
} from '../../client/session/session';
import { accountStorageKey } from '../../client/storage/account-storage';
import { snoozedStorageName } from '../../features/inbox/snoozed-conversations.svelte';

/** What the document's script shares with the app. */
const shared = {
  cachedViewPrefix,
  chosenAccountKey,
  devicePreferencesKey,
  endedAccountsKey,
  ownDraftsStorageName,
  preloadSelector,
  pressableSelector,
  sessionPatience,
  snoozedStorageName,
  storedSessionKey,
};

const tools = { accountStorageKey, buildViewCopy, lookOf };

/**
 * Shows the frame and this device's copy of the page, to people who are signed in;
 * `routes/+layout.svelte` removes them. The document contains the source of this function, so it
 * uses nothing outside of it.
 */
function showFrame(
  names: typeof shared,
  { accountStorageKey, buildViewCopy, lookOf }: typeof tools,
  rules: typeof viewCopyRules,
): void {
  const read = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? '{}');
  const sentSession = document.getElementById('inkwell-session');
  const session = sentSession ? JSON.parse(sentSession.textContent) : read(names.storedSessionKey);
  const { accounts = [] } = session as Partial<BrowserSession>;
  const ended = sentSession ? [] : Object.values(read(names.endedAccountsKey) as object);
  const ids = accounts.map(({ id }) => id).filter((id) => !ended.includes(id));
  const frame = document.getElementById('inkwell-frame');
  if (!frame || (!sentSession && ids.length === 0)) return;

  // Checks whether the stored session was ended elsewhere, and shows nothing of it before that is
  // known. Without an answer, it counts as valid. `sessionFromDocument` takes the reply over.
  const globals = globalThis as { inkwellSession?: Promise<BrowserSession | null> };
  if (!sentSession) {
    const late = new Promise<null>((resolve) => setTimeout(resolve, names.sessionPatience, null));
    const request = fetch('/session', { cache: 'no-store' }).then(
      (reply) => (reply.ok ? (reply.json() as Promise<BrowserSession>) : null),
      () => null,
    );
    globals.inkwellSession = Promise.race([request, late]).catch(() => null);
  }

  // Must match `chosenAccount`.
  const chosen = [sessionStorage, localStorage].map((one) => one.getItem(names.chosenAccountKey));
  const id = chosen.find((one) => one !== null && ids.includes(one)) ?? ids[0] ?? '';
  const stored = (name: string) => read(accountStorageKey(id, name));
  // The device can have more drafts than the server, and fewer inbox items: see
  // `rememberOwnDrafts` and `SnoozedConversations`.
  const isInbox = location.pathname.startsWith('/inbox');
  const own = stored(isInbox ? names.snoozedStorageName : names.ownDraftsStorageName);
  const hasOwn = own === true || (Array.isArray(own) && own.length > 0);
  const isList = /^\/(?:drafts|scheduled|snippets)\/?$/.test(location.pathname);
  frame.dataset['page'] = !isList ? 'other' : location.search ? 'one' : 'list';
  const preferences = read(names.devicePreferencesKey) as { navigationCollapsed?: boolean };
  if (preferences.navigationCollapsed) frame.dataset['collapsed'] = '';
  frame.hidden = false;

  // This device's copy, if the server sent no rows.
  const isCopied = !document.querySelector(names.preloadSelector) && !location.search;
  const view = isCopied ? stored(names.cachedViewPrefix + location.pathname) : {};
  const { look, lang, dir, copy = '' } = view as Partial<CachedView>;
  const isSame = look === lookOf(names.devicePreferencesKey);
  const show = () => {
    if (!isSame) return;
    // Like the element around the server's rows.
    const first = document.createElement('div');
    Object.assign(first, { id: 'inkwell-first', ariaHidden: 'true', inert: true, lang, dir });
    first.append(buildViewCopy(copy, rules));
    frame.after(first);
  };
  if (sentSession) show();
  else {
    void globals.inkwellSession?.then((now) => {
      const isIn = !now || now.accounts.some((account) => account.id === id);
      if (isIn && frame.isConnected) show();
    });
  }
  if (isSame || (ids.length > 0 && !hasOwn)) frame.dataset['plain'] = '';

  // Marks the last thing pressed before the app is ready; client/first-paint/first-paint performs it.
  const first = () => document.getElementById('inkwell-first');
  const forget = () => first()?.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  const press = (event: MouseEvent) => {
    forget();
    const shown = first();
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const used = 'a, button, input, textarea, [role=option]';
    const isUsed = event.target instanceof Element && event.target.closest(used);
    if (!shown || !isPlain || isUsed) return;
    // elementFromPoint ignores inert elements.
    shown.inert = false;
    const there = document.elementFromPoint(event.clientX, event.clientY);
    shown.inert = true;
    const part = there?.closest(names.pressableSelector);
    if (part && shown.contains(part)) part.setAttribute('data-pressed', '');
  };
  addEventListener('click', press, true);
  addEventListener('keydown', forget, true);
}

const { elements, attributes, link } = viewCopyRules;

/** Source of the document's script. */
export const frameScript = `try {
  const rules = {
    elements: ${JSON.stringify(elements)},
    attributes: ${String(attributes)},
    link: ${String(link)},
  };
  const tools = { ${Object.entries(tools)
    .map(([name, tool]) => `${name}: ${String(tool)}`)
    .join()} };
  (${String(showFrame)})(${JSON.stringify(shared)}, tools, rules);
} catch {}`;
