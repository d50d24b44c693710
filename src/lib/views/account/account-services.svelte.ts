import { untrack } from 'svelte';
import { version } from '$app/environment';
import { m } from '$lib/paraglide/messages';
import { Account } from '../../client/account/account.svelte';
import { AccountStores } from '../../client/account/account-stores.svelte';
import { appearanceOf, type DevicePreferences } from '../../client/device-preferences.svelte';
import {
  afterFirstRows,
  rememberOwnDrafts,
  removeFirstRows,
} from '../../client/first-paint/first-paint';
import { prefetchLater } from '../../client/first-paint/prefetch';
import type { ViewCache } from '../../client/first-paint/view-cache';
import type { Outbox } from '../../client/outbox/outbox.svelte';
import type { SessionAccount } from '../../client/session/session';
import type { SessionState } from '../../client/session/session-state.svelte';
import type { SignOut, SignOutReason } from '../../client/session/sign-out';
import {
  accountStorageNames,
  eraseAccountStorage,
  unsavedTextPrefix,
} from '../../client/storage/account-storage';
import { unreadableDataListeners } from '../../client/storage/open-database';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import { announceCleared } from '../../features/drafts/announce-cleared';
import { syncDraftsWithOutbox } from '../../features/drafts/sync-drafts-with-outbox';
import type { PageCount } from '../../features/shell/shell-pages';
import { UploadsLoader } from '../../features/uploads/uploads-loader.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { composeToolsPort } from '../compose-box/compose-box-ports';
import { loadBoxUploads } from '../compose-box/draft-box-parts';
import { createOutbox } from './create-outbox';

export const loadUploadTray = () => import('../../features/uploads/UploadTray.svelte');

/** What runs in the background on every page; what a service returns stops it. */
const serviceLoaders = [
  async () =>
    (await import('../../features/scheduled/recurrence/extend-recurrences.svelte'))
      .extendRecurrences,
  async () => (await import('./resume-setting-edits')).resumeSettingEdits,
  async () => (await import('./start-notifications.svelte')).startNotifications,
  async () => (await import('../conversation/fetch-pressed-links')).fetchPressedLinks,
  async () => (await import('../../writing/people/presence-tracker.svelte')).presenceTrackerOf,
  async () => (await import('../../features/settings/own-status.svelte')).useOwnStatus,
  async () =>
    (await import('../../features/conversation/offline/offline-message-updater.svelte'))
      .cacheMessagesOffline,
  async () =>
    (await import('../../features/conversation/no-reply-reminders.svelte')).useNoReplyReminders,
];

/**
 * Everything that runs while an account is shown, and signing out. Create it during component
 * initialization: it starts and stops with the component.
 */
export class AccountServices implements SignOut {
  readonly account: Account;
  readonly drafts: AccountDrafts;
  readonly outbox: Outbox;
  readonly stores: AccountStores;
  readonly uploads: UploadsLoader;
  #viewCache: ViewCache | undefined;
  /** Number of messages waiting in the inbox, counted after the first rows. */
  #inbox = $state.raw<() => PageCount>();

  constructor(
    shown: SessionAccount,
    private readonly session: SessionState,
    private readonly toasts: ToastQueue,
    preferences: DevicePreferences,
  ) {
    const account = new Account(shown, version, session.embedded);
    const drafts = new AccountDrafts(account);
    this.account = account;
    this.drafts = drafts;
    this.outbox = createOutbox(account, drafts);
    this.stores = new AccountStores(account, toasts, this.outbox);
    this.uploads = new UploadsLoader(account, drafts, () =>
      toasts.show({ tone: 'danger', text: m.ui_part_missing() }),
    );
    $effect(() => untrack(() => this.#start()));
    $effect(() => {
      // The snapshot may be older than the appearance saved for this device.
      if (!account.live) return;
      const look = appearanceOf((name) => account.setting(name));
      untrack(() => preferences.applyAppearance(look));
    });
    $effect(() => {
      const { kind } = account.connection;
      untrack(() => drafts.setConnection(kind === 'online', kind !== 'signed-out'));
      if (kind === 'signed-out') untrack(() => void session.checkSessionEnd(account.id));
    });
    $effect(() => {
      if (drafts.loaded) rememberOwnDrafts(account.id, this.#hasOwnDrafts);
    });
  }

  #start(): () => void {
    const { account, drafts, outbox, stores, toasts, uploads } = this;
    const stops: (() => void)[] = [];
    let isStopped = false;
    /** Loads a service and starts it, unless the account was left meanwhile. */
    const service = (load: () => Promise<(stores: AccountStores) => unknown>) => async () => {
      const start = await load();
      const stop = isStopped ? undefined : start(stores);
      if (typeof stop === 'function') stops.push(stop as () => void);
    };
    // Before any database is opened.
    stops.push(unreadableDataListeners.add(this.#announceUnreadable));
    drafts.start();
    account.start();
    outbox.start();
    stops.push(
      syncDraftsWithOutbox(drafts, outbox),
      announceCleared(drafts, account, toasts),
      prefetchLater([
        ...serviceLoaders.map(service),
        account.prefetchEventTables,
        composeToolsPort.fetch,
        uploads.load,
        loadUploadTray,
        loadBoxUploads,
      ]),
      afterFirstRows(() => {
        const parts = [
          service(async () => {
            const { ViewCache } = await import('../../client/first-paint/view-cache');
            return () => this.#keepView(ViewCache);
          }),
          service(async () => {
            const { inboxCount } = await import('../sidebar/inbox-count.svelte');
            return () => void (this.#inbox = inboxCount(stores));
          }),
        ];
        for (const start of parts) start().catch(() => undefined);
      }),
    );
    return () => {
      isStopped = true;
      for (const stop of stops) stop();
      this.#viewCache?.stop();
      removeFirstRows();
      stores.stop();
      uploads.stop();
      account.stop();
      toasts.stop();
      void outbox.stop();
      void drafts.stop();
    };
  }

  #keepView(Cache: typeof ViewCache): void {
    const main = document.querySelector('main');
    if (main) this.#viewCache = new Cache(this.account.id, main);
  }

  readonly #announceUnreadable = (what: 'store' | 'rows'): void => {
    this.toasts.show({
      key: `unreadable-${what}`,
      tone: 'danger',
      text: what === 'store' ? m.shell_store_set_aside() : m.shell_rows_unreadable(),
    });
  };

  /** Drafts that exist only as files being uploaded. */
  readonly #draftsOfFiles = $derived.by(() =>
    [...(this.uploads.ready?.held ?? [])].filter((key) => !this.drafts.isListed(key)),
  );

  readonly #hasOwnDrafts = $derived.by(
    () => this.drafts.unsynced + this.#draftsOfFiles.length + this.drafts.outgoing.length > 0,
  );

  // These change only when the number changes, not with every key pressed.
  readonly #drafts = $derived.by(() => this.drafts.order.length + this.#draftsOfFiles.length);
  readonly #failedDrafts = $derived.by(() => {
    const { ready } = this.uploads;
    const stuck = [...(ready?.held ?? [])].filter((key) => ready?.waiting(key) === 'person');
    return (
      this.drafts.outgoing.filter(({ sending }) => isRefused(sending?.state)).length + stuck.length
    );
  });

  readonly #waiting = $derived.by(() => this.#inbox?.());
  readonly #scheduled = $derived.by(() => {
    const { state } = this.account;
    const timed = [...(state?.scheduled_messages ?? []), ...(state?.reminders ?? [])];
    return { count: timed.length, failed: timed.filter(({ failed }) => failed).length };
  });

  /** Counts for the navigation. Those of a page stay the same object while they don't change. */
  readonly counts = $derived.by(() => ({
    ...(this.#waiting && { '/inbox': this.#waiting }),
    '/drafts': { count: this.#drafts, failed: this.#failedDrafts },
    '/scheduled': this.#scheduled,
  }));

  unsaved() {
    const { account, drafts, outbox, uploads } = this;
    return {
      unsynced: drafts.unsynced,
      unsaved: outbox.changes.length + accountStorageNames(account.id, unsavedTextPrefix).length,
      uploading: uploads.ready?.open ?? 0,
    };
  }

  /** Calls the server first: if it doesn't reply, nothing has changed. */
  signOut = async (why?: SignOutReason): Promise<void> => {
    const { account, session, stores, toasts } = this;
    await account.leave((queue_id) => session.signOut(account.id, queue_id));
    this.#viewCache?.stop();
    try {
      const { useOfflineMessageCache } =
        await import('../../writing/message-cache/offline-message-cache');
      const messages = useOfflineMessageCache(stores);
      const stored = [this.uploads, this.outbox, this.drafts, messages, account];
      await Promise.all(stored.map((one) => one.erase()));
    } catch {
      const text = m.shell_erase_failed({ organization: account.realm_name });
      toasts.show({ text, tone: 'danger' });
    }
    session.drop(account.id, why);
    // Again, for anything written while the rest was erased.
    eraseAccountStorage(account.id);
    if (why && session.account) {
      const text = m.signin_deactivated({ organization: account.realm_name });
      toasts.show({ text, tone: 'success' });
    }
  };
}

const isRefused = (state: string | undefined) => state === 'failed' || state === 'unknown';
