import type { Inkwell } from './inkwell';

/** Members of the sample organization that no journey uses by name. */
const members = [
  'priya',
  'layla',
  'oisin',
  'nokuthula',
  'etienne',
  'zsofia',
  'aleksi',
  'mele',
  'gabriela',
  'wren',
  'kaarel',
  'anneliese',
  'sid',
];

/** Private data of an account, and the names of the list and the ids in the reply. */
const belongings = [
  { path: '/drafts', list: 'drafts', id: 'id' },
  { path: '/scheduled_messages', list: 'scheduled_messages', id: 'scheduled_message_id' },
  { path: '/reminders', list: 'reminders', id: 'reminder_id' },
  { path: '/saved_snippets', list: 'saved_snippets', id: 'id' },
  { path: '/attachments', list: 'attachments', id: 'id' },
] as const;

/** Hands out accounts of a server, without their sample data, each for one journey. */
export class Crowd {
  #taken = 0;

  constructor(private readonly server: Inkwell) {}

  async next(): Promise<string> {
    const account = members[this.#taken % members.length]!;
    await this.#empty(account);
    this.#taken += 1;
    // In the browser's time zone.
    await this.server.api(account, 'PATCH', '/settings', { timezone: 'Europe/Berlin' });
    return account;
  }

  async #empty(account: string): Promise<void> {
    for (const { path, list, id } of belongings) {
      const reply = await this.server.api(account, 'GET', path);
      for (const one of reply[list] as Record<string, number>[]) {
        await this.server.api(account, 'DELETE', `${path}/${one[id]}`);
      }
    }
  }
}
