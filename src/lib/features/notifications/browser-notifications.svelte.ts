import { on } from 'svelte/events';
import * as v from 'valibot';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import { quietHoursSchema, defaultQuietHours, type QuietHours } from './quiet-hours';

const name = 'quiet-hours';

/** Notification settings of this device and the browser's permission, synced across tabs. */
export class BrowserNotifications {
  readonly #account: string;
  #quiet = $state.raw<QuietHours>(defaultQuietHours);
  #permission = $state<NotificationPermission | 'missing'>('missing');

  /** Create it where effects can run. */
  constructor(account: string) {
    this.#account = account;
    this.#quiet = this.#read();
    this.refreshPermission();
    $effect(() => {
      const stops = [
        on(window, 'storage', ({ key }) => {
          if (key === null || key.endsWith(`/${name}`)) this.#quiet = this.#read();
        }),
        // The user may have changed it in the browser's settings.
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

  #read(): QuietHours {
    const kept = v.safeParse(quietHoursSchema, readAccountStorage(this.#account, name));
    return kept.success ? kept.output : defaultQuietHours;
  }
}
