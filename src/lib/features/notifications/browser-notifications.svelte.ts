import { on } from 'svelte/events';
import * as v from 'valibot';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import { quietHoursSchema, defaultQuietHours, type QuietHours } from './quiet-hours';

const name = 'quiet-hours';

/** What this device was told about notifications, and what the browser allows. All tabs follow. */
export class BrowserNotifications {
  readonly #account: string;
  #quiet = $state.raw<QuietHours>(defaultQuietHours);
  #permission = $state<NotificationPermission | 'missing'>('missing');

  /** Make it where effects run. */
  constructor(account: string) {
    this.#account = account;
    this.#quiet = this.#read();
    this.refreshPermission();
    $effect(() => {
      const stops = [
        on(window, 'storage', ({ key }) => {
          if (key === null || key.endsWith(`/${name}`)) this.#quiet = this.#read();
        }),
        // It may have been changed in the browser's own settings.
        on(window, 'focus', () => this.refreshPermission()),
      ];
      return () => stops.forEach((stop) => stop());
    });
  }

  get quiet(): QuietHours {
    return this.#quiet;
  }
  set quiet(hours: QuietHours) {
    this.#quiet = hours;
    writeAccountStorage(this.#account, name, hours);
  }

  /** `missing`: this browser has none, or not without a secure connection. */
  get permission(): NotificationPermission | 'missing' {
    return this.#permission;
  }

  refreshPermission(): void {
    this.#permission = 'Notification' in globalThis ? Notification.permission : 'missing';
  }

  /** Only after a click: the browser asks the person. */
  async requestPermission(): Promise<void> {
    await Notification.requestPermission();
    this.refreshPermission();
  }

  #read(): QuietHours {
    const kept = v.safeParse(quietHoursSchema, readAccountStorage(this.#account, name));
    return kept.success ? kept.output : defaultQuietHours;
  }
}
