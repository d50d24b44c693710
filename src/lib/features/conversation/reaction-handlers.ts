import type { Message } from '../../api/read-messages';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { MessageList } from './list/message-list.svelte';
import type { MessagePorts } from './message-ports';
import { reactionPeopleOf, type Reaction } from './reactions';
import { showFailure } from './show-failure';

interface Needs {
  readonly list: MessageList;
  readonly toasts: ToastQueue;
  readonly ports: MessagePorts;
  readonly frame: () => HTMLElement | undefined;
  /** Moves the focus to a message. */
  readonly focus: (id: number) => void;
}

/** Handlers to react to a list's messages, with an existing reaction or any emoji. */
export function reactionHandlersFor({ list, toasts, ports, frame, focus }: Needs) {
  const react = (message: Message, reaction: Reaction) =>
    void showFailure(toasts, list.react(message, reaction));

  function choose({ id }: Message) {
    const anchor = frame()?.querySelector<HTMLElement>(`[data-actions="${id}"]`);
    if (!anchor) return;
    ports.chooseEmoji({
      anchor,
      pick: (emoji) => {
        const message = list.messages.find((one) => one.id === id);
        if (message) react(message, { ...emoji, people: reactionPeopleOf(message, emoji) });
      },
      back: () => focus(id),
    });
  }

  return { react, choose };
}
