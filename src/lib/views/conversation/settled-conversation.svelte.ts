import { untrack } from 'svelte';
import type { Account } from '../../client/account/account.svelte';
import { afterPaint } from '../../client/first-paint/prefetch';
import { conversationKey } from '../../writing/recipients/conversation-key';
import { recipientObstacle, type SendObstacle } from '../../writing/recipients/send-obstacle';
import type { MessageRecipient } from '../../writing/recipients/recipient';

/** Milliseconds without a change after which a recipient that is being written stands. */
const pause = 400;

/** What keeps a text from having a conversation, while it is told to whom it goes. */
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
 * The conversation that a text goes to, once its recipient stands: of what has just been opened after
 * the frame that shows it, of what is being written after a pause. Make one while a component starts.
 */
export class SettledConversation {
  #shown = $state.raw<Settled & { readonly of: string | undefined }>();

  constructor(
    account: Account,
    /** Undefined before it is known. */
    private readonly recipient: () => MessageRecipient | undefined,
    /** Names what was opened. */
    private readonly of: () => string | undefined,
  ) {
    const reason = $derived.by(() => {
      const to = recipient();
      const obstacle = to && recipientObstacle(to, account);
      return missing.has(obstacle) ? (obstacle as MissingRecipient) : undefined;
    });
    const key = $derived(reason ?? keyOf(recipient()));
    $effect(() => {
      const opened = of();
      const to = untrack(recipient);
      if (key === undefined || !to) return;
      const what = reason ? { missing: reason } : { recipient: to };
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

  /** Undefined before it is known, and while another text was opened than it belongs to. */
  get shown(): Settled | undefined {
    const shown = this.#shown;
    if (!shown || shown.of === this.of()) return shown;
    return shown.key === keyOf(this.recipient()) ? shown : undefined;
  }
}

const keyOf = (to: MessageRecipient | undefined) => to && conversationKey(to);
