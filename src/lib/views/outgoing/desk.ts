import { m } from '$lib/paraglide/messages';
import type { Desk as DraftDesk } from '../../features/drafts/desk.svelte';
import type { ScheduledPageState } from '../../features/scheduled/page-state.svelte';
import type { ReminderDesk } from '../../features/reminders/desk.svelte';
import type { AwaitedDrafts } from './awaited-drafts.svelte';
import { draftsOf, itemsOf, remindersOf, type Entry } from './entry';

/** What a person does to entries of several kinds at once: each goes to the desk of its kind. */
export class OutgoingDesk {
  constructor(
    private readonly drafts: DraftDesk,
    private readonly scheduledPage: ScheduledPageState,
    private readonly reminders: ReminderDesk,
    private readonly awaited: AwaitedDrafts,
  ) {}

  /** Those of them that can go out now; of the others it is said that they stay. */
  async ready(some: readonly Entry[]): Promise<readonly Entry[]> {
    if (remindersOf(some).length > 0) {
      this.drafts.toasts.show({ text: m.outgoing_reminders_stay() });
    }
    const keys = new Set(await this.drafts.ready(draftsOf(some)));
    return some.filter(
      (one) => one.kind === 'scheduled' || (one.kind === 'draft' && keys.has(one.draft.key)),
    );
  }

  send(some: readonly Entry[]): void {
    this.drafts.send(draftsOf(some));
    this.scheduledPage.sendNow(itemsOf(some));
  }

  remove(some: readonly Entry[]): void {
    const keys = draftsOf(some.filter((entry) => !this.awaited.has(entry)));
    const items = itemsOf(some);
    const reminded = remindersOf(some);
    this.awaited.remove(some);
    if (keys.length > 0) this.drafts.remove(keys);
    if (items.length > 0) this.scheduledPage.remove(items);
    if (reminded.length > 0) void this.reminders.remove(reminded);
  }

  /** Back from on their way, or from their time, to be written on. */
  toDrafts(some: readonly Entry[]): void {
    for (const key of draftsOf(some)) this.drafts.drafts.settleSending(key, false);
    const items = itemsOf(some);
    if (items.length > 0) this.scheduledPage.toDrafts(items);
  }
}
