import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { updatePresence, type presencesSchema } from '../../api/presence';
import type { InferOutput } from 'valibot';
import type { Account } from '../../client/account/account.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import { currentTime } from '../../ui/clock';
import { presenceOf, type PresenceStatus, type LastSeenTimes } from './presence';

/** Seconds between pings if the server doesn't send an interval. */
const usualInterval = 60;
/** Milliseconds without keyboard or pointer input until the user counts as idle. */
const idleAfter = 5 * 60_000;

/**
 * Reports the user's presence about once a minute, and reads the presence of others from the reply,
 * but only requests it while a page shows it. One instance per account.
 */
export class PresenceTracker {
  readonly #account: Account;
  #seen = $state.raw<ReadonlyMap<number, LastSeenTimes>>(new Map());
  /** Seconds by which the server's clock is ahead of this one. */
  #ahead = $state(0);
  #watchers = $state(0);
  #isKnown = $state(false);
  /** `presence_last_update_id` of the last reply; -1 to request everything. */
  #last = -1;
  #used = Date.now();
  #isAsking = false;

  readonly #isOn = $derived.by(
    () => this.#account.state !== null && this.#account.state.realm_presence_disabled !== true,
  );
  readonly #isLive = $derived.by(() => this.#account.connection.kind === 'online');
  readonly #isWatched = $derived(this.#watchers > 0);
  readonly #interval = $derived.by(
    () => this.#account.state?.server_presence_ping_interval_seconds ?? usualInterval,
  );

  constructor(account: Account) {
    this.#account = account;
    $effect(() => {
      const use = () => this.#use();
      const stops = [
        on(window, 'keydown', use),
        on(window, 'pointerdown', use),
        on(window, 'pointermove', use),
        on(document, 'visibilitychange', use),
      ];
      return () => stops.forEach((stop) => stop());
    });
    $effect(() => {
      if (!this.#isOn || !this.#isLive) return;
      void this.#isWatched;
      // Reports again when this setting changes, because it decides what others see.
      void account.setting('presence_enabled');
      untrack(() => void this.#tell());
      const timer = setInterval(() => void this.#tell(), this.#interval * 1000);
      return () => clearInterval(timer);
    });
  }

  /** False until the server has sent presence, and if the organization disables it. */
  get isKnown(): boolean {
    return this.#isOn && this.#isKnown;
  }

  /** When each user was last seen. A new map for each change. */
  get lastSeen(): ReadonlyMap<number, LastSeenTimes> {
    return this.#seen;
  }

  /** The server's time in UNIX seconds, accurate to 15 seconds. */
  get now(): number {
    return currentTime() / 1000 + this.#ahead;
  }

  of(user_id: number): PresenceStatus {
    if (!this.#isOn || this.#hides(user_id)) return 'unknown';
    return presenceOf(this.#seen.get(user_id), this.now, {
      threshold: this.#account.state?.server_presence_offline_threshold_seconds,
      isLive: this.#isLive,
    });
  }

  /** Requests the presence of others until the returned function is called. */
  watch(): () => void {
    untrack(() => (this.#watchers += 1));
    return () => (this.#watchers -= 1);
  }

  /** Users who turned their presence off count as unknown, even if it was sent before. */
  #hides(user_id: number): boolean {
    if (user_id === this.#account.user_id) {
      return this.#account.setting('presence_enabled') === false;
    }
    return this.#account.state?.user_status?.[user_id]?.away === true;
  }

  #use(): void {
    if (document.visibilityState === 'hidden') return;
    const before = this.#used;
    this.#used = Date.now();
    if (this.#used - before > idleAfter && this.#isOn && this.#isLive) void this.#tell();
  }

  async #tell(): Promise<void> {
    const isHidden = this.#account.setting('presence_enabled') === false;
    const reads = this.#isWatched;
    if (this.#isAsking || (isHidden && !reads)) return;
    const isThere =
      !isHidden && document.visibilityState === 'visible' && Date.now() - this.#used < idleAfter;
    this.#isAsking = true;
    try {
      const answer = await this.#account.call(updatePresence, {
        status: isThere ? 'active' : 'idle',
        new_user_input: isThere,
        slim_presence: true,
        ...(reads ? { last_update_id: this.#last } : { ping_only: true }),
      });
      if (reads) this.#take(answer);
    } catch {
      // Tried again in a minute; known times are kept and get older.
    } finally {
      this.#isAsking = false;
    }
    if (this.#isWatched && !reads) void this.#tell();
  }

  #take({ presences = {}, presence_last_update_id, server_timestamp }: Answer): void {
    if (server_timestamp !== undefined) this.#ahead = server_timestamp - Date.now() / 1000;
    // Servers below level 263 send everyone each time.
    const isWhole = presence_last_update_id === undefined || this.#last === -1;
    const next = new Map(isWhole ? [] : this.#seen);
    for (const [user_id, presence] of Object.entries(presences)) {
      next.set(Number(user_id), lastSeenIn(presence));
    }
    this.#seen = next;
    this.#last = presence_last_update_id ?? -1;
    this.#isKnown = true;
  }
}

interface Answer {
  readonly presences?: InferOutput<typeof presencesSchema> | undefined;
  readonly presence_last_update_id?: number | undefined;
  readonly server_timestamp?: number | undefined;
}

function lastSeenIn(presence: InferOutput<typeof presencesSchema>[string]): LastSeenTimes {
  const { active_timestamp, idle_timestamp } = presence as Readonly<Record<string, unknown>>;
  return {
    active: typeof active_timestamp === 'number' ? active_timestamp : undefined,
    idle: typeof idle_timestamp === 'number' ? idle_timestamp : undefined,
  };
}

export const presenceTrackerOf = accountStore(({ account }) => new PresenceTracker(account));

/**
 * Returns the account's instance and keeps it updated while the component is mounted. Call it
 * during component initialization.
 */
export function usePresenceTracker(): PresenceTracker {
  const presences = presenceTrackerOf();
  $effect(() => presences.watch());
  return presences;
}
