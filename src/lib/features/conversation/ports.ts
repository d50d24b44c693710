import type { Message } from '../../api/read-messages';
import type { Recipient } from '../../writing/recipient';
import type { Reaction } from './reactions';

type Deed = (message: Message) => void;

/** Which emoji, asked beside an element. */
export interface EmojiChoice {
  readonly beside: HTMLElement;
  readonly pick: (emoji: Omit<Reaction, 'people'>) => void;
  /** The keys go where they were. */
  readonly back: () => void;
}

/** What is done with a message by other features; absent where the server has no such thing. */
export interface MessagePorts {
  /** The caret goes into the box of its conversation. */
  readonly reply: Deed;
  /** The same for a conversation, of which no message is meant. */
  readonly write: (to: Recipient) => void;
  readonly replyDirectly: Deed;
  /** Of these, what is selected of it counts alone. */
  readonly quote: Deed;
  readonly forward: Deed;
  readonly collect: Deed;
  /** A draft that leads back to it. */
  readonly replyLater: Deed;
  readonly followUp: Deed;
  readonly remind?: Deed | undefined;
  /** A reminder that goes when somebody answers. */
  readonly tellIfSilent?: Deed | undefined;
  readonly chooseEmoji: (choice: EmojiChoice) => void;
  readonly saveSnippet?: Deed | undefined;
  /** All of a conversation is elsewhere now, by one's own doing. */
  readonly moved: (from: Recipient, to: Recipient) => void;
}
