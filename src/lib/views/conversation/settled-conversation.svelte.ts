import { untrack } from 'svelte';
import type { Account } from '../../client/account/account.svelte';
import { afterPaint } from '../../ui/after-paint';
import { conversationKey } from '../../writing/recipients/conversation-key';
import { recipientObstacle, type SendObstacle } from '../../writing/recipients/send-obstacle';
import type { MessageRecipient } from '../../writing/recipients/recipient';

/** Milliseconds without a change after which an edited recipient counts as settled. */
const pause = 400;

/** Why a text has no conversation while its recipient is being chosen. */
export type MissingRecipient = Extract<
  SendObstacle,
  'no_recipient' | 'topic_missing' | 'channel_gone'
>;

type Settled =
  | { readonly recipient: MessageRecipient; readonly key: string }
  | { readonly missing: MissingRecipient; readonly key: string };

const missing: ReadonlySet<unknown> = new Set<MissingRecipient>([
  'no_recipient',
  'topic_missing',
  'channel_gone',
]);

/**
 * The conversation that a text is for, once its recipient is settled: for a newly opened item after
 * the next paint, for an edited recipient after a pause. Create one during component
 * initialization.
 */
export class SettledConversation {
  #shown = $state.raw<Settled & { readonly of: string | undefined }>();
  readonly #missing = $derived.by(() => {
    const to = this.recipient();
    const obstacle = to && recipientObstacle(to, this.account);
    return missing.has(obstacle) ? (obstacle as MissingRecipient) : undefined;
  });
  readonly #key = $derived.by(() => this.#missing ?? keyOf(this.recipient()));

  constructor(
    private readonly account: Account,
    /** Undefined until it is known. */
    private readonly recipient: () => MessageRecipient | undefined,
    /** Identifies the opened item. */
    private readonly of: () => string | undefined,
  ) {
    $effect(() => {
      const opened = of();
      const to = untrack(recipient);
      const key = this.#key;
      if (key === undefined || !to) return;
      const what = this.#missing ? { missing: this.#missing } : { recipient: to };
      const next = { ...what, key, of: opened };
      const show = () => {
        const isSame = this.#shown?.key === key && this.#shown.of === opened;
        if (!isSame) this.#shown = next;
      };
      if (untrack(() => !this.#shown || this.#shown.of !== opened)) return afterPaint(show);
      const timer = setTimeout(show, pause);
      return () => clearTimeout(timer);
    });
  }

  /** Undefined until it is known, and while it belongs to another item than the open one. */
  get shown(): Settled | undefined {
    const shown = this.#shown;
    if (!shown || shown.of === this.of()) return shown;
    return shown.key === this.#key ? shown : undefined;
  }
}

const keyOf = (to: MessageRecipient | undefined) => to && conversationKey(to);
