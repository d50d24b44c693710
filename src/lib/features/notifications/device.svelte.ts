import { on } from 'svelte/events';
import * as v from 'valibot';
import { readMemory, writeMemory } from '../../client/memory';
import { quietSchema, usualQuiet, type QuietHours } from './quiet';

const name = 'quiet-hours';

/** What this device was told about notifications, and what the browser allows. All tabs follow. */
export class DeviceNotices {
  readonly #account: string;
  #quiet = $state.raw<QuietHours>(usualQuiet);
  #permission = $state<NotificationPermission | 'missing'>('missing');

  /** Make it where effects run. */
  constructor(account: string) {
    this.#account = account;
    this.#quiet = this.#read();
    this.look();
    $effect(() => {
      const stops = [
        on(window, 'storage', ({ key }) => {
          if (key === null || key.endsWith(`/${name}`)) this.#quiet = this.#read();
        }),
        // It may have been changed in the browser's own settings.
        on(window, 'focus', () => this.look()),
      ];
      return () => stops.forEach((stop) => stop());
    });
  }

  get quiet(): QuietHours {
    return this.#quiet;
  }
  set quiet(hours: QuietHours) {
    this.#quiet = hours;
    writeMemory(this.#account, name, hours);
  }

  /** `missing`: this browser has none, or not without a secure connection. */
  get permission(): NotificationPermission | 'missing' {
    return this.#permission;
  }

  look(): void {
    this.#permission = 'Notification' in globalThis ? Notification.permission : 'missing';
  }

  /** Only after a click: the browser asks the person. */
  async ask(): Promise<void> {
    await Notification.requestPermission();
    this.look();
  }

  #read(): QuietHours {
    const kept = v.safeParse(quietSchema, readMemory(this.#account, name));
    return kept.success ? kept.output : usualQuiet;
  }
}
