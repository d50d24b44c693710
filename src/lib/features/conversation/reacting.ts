import type { Message } from '../../api/read-messages';
import type { Toasts } from '../../ui/toasts.svelte';
import type { MessageList } from './list/message-list.svelte';
import type { MessagePorts } from './ports';
import { peopleOf, type Reaction } from './reactions';
import { triedWith } from './tried';

interface Needs {
  readonly list: MessageList;
  readonly toasts: Toasts;
  readonly ports: MessagePorts;
  readonly frame: () => HTMLElement | undefined;
  /** The keyboard goes to a message. */
  readonly focus: (id: number) => void;
}

/** How one reacts to the messages of a list: as others did, or with any emoji. */
export function reactingIn({ list, toasts, ports, frame, focus }: Needs) {
  const react = (message: Message, reaction: Reaction) =>
    void triedWith(toasts, list.react(message, reaction));

  function choose({ id }: Message) {
    const beside = frame()?.querySelector<HTMLElement>(`[data-actions="${id}"]`);
    if (!beside) return;
    ports.chooseEmoji({
      beside,
      pick: (emoji) => {
        const message = list.messages.find((one) => one.id === id);
        if (message) react(message, { ...emoji, people: peopleOf(message, emoji) });
      },
      back: () => focus(id),
    });
  }

  return { react, choose };
}
