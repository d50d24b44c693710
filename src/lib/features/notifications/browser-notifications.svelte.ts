import { on } from 'svelte/events';
import { AccountValue } from '../../client/storage/account-value.svelte';
import { quietHoursSchema, defaultQuietHours, type QuietHours } from './quiet-hours';

/** Notification settings of this device and the browser's permission, synced across tabs. */
export class BrowserNotifications {
  readonly #quiet: AccountValue<QuietHours>;
  #permission = $state<NotificationPermission | 'missing'>('missing');

  /** Create it where effects can run. */
  constructor(account: string) {
    this.#quiet = new AccountValue<QuietHours>(
      account,
      'quiet-hours',
      quietHoursSchema,
      defaultQuietHours,
    );
    this.refreshPermission();
    $effect(() => {
      const stops = [
        this.#quiet.follow(),
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
