import { on } from 'svelte/events';
import * as v from 'valibot';
import { AccountValue } from '../../client/storage/account-value.svelte';
import { quietHoursSchema, defaultQuietHours, quietUntil, type QuietHours } from './quiet-hours';

/** Notification settings of this device and the browser's permission, synced across tabs. */
export class BrowserNotifications {
  readonly #quiet: AccountValue<QuietHours>;
  readonly #paused: AccountValue<number>;
  #permission = $state<NotificationPermission | 'missing'>('missing');

  /** Create it where effects can run. */
  constructor(account: string) {
    this.#quiet = new AccountValue<QuietHours>(
      account,
      'quiet-hours',
      quietHoursSchema,
      defaultQuietHours,
    );
    this.#paused = new AccountValue(account, 'notices-paused-until', v.number(), 0);
    this.refreshPermission();
    $effect(() => {
      const stops = [
        this.#quiet.follow(),
        this.#paused.follow(),
        // The user may have changed it in the browser's settings.
        on(window, 'focus', () => this.refreshPermission()),
      ];
      return () => stops.forEach((stop) => stop());
    });
  }

  get quiet(): QuietHours {
    return this.#quiet.current;
  }
  set quiet(hours: QuietHours) {
    this.#quiet.set(hours);
  }

  /** When the pause that the user chose ends, in milliseconds; in the past if there is none. */
  get pausedUntil(): number {
    return this.#paused.current;
  }
  set pausedUntil(end: number) {
    this.#paused.set(end);
  }

  /** When the current pause or quiet hours end. Undefined if this device may notify now. */
  quietUntil(now: Date): number | undefined {
    const pause = this.pausedUntil > now.getTime() ? this.pausedUntil : undefined;
    const hours = quietUntil(this.quiet, now);
    return pause === undefined ? hours : Math.max(pause, hours ?? 0);
  }

  /** `missing`: the browser doesn't support notifications, or the connection isn't secure. */
  get permission(): NotificationPermission | 'missing' {
    return this.#permission;
  }

  refreshPermission(): void {
    this.#permission = 'Notification' in globalThis ? Notification.permission : 'missing';
  }

  /** Call only after a click: the browser asks the user. */
  async requestPermission(): Promise<void> {
    await Notification.requestPermission();
    this.refreshPermission();
  }
}
