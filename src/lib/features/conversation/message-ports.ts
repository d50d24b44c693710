import type { Message } from '../../api/read-messages';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import type { Reaction } from './reactions';

type MessageCommand = (message: Message) => void;

/** Which emoji, asked beside an element. */
export interface MessageEmojiRequest {
  readonly beside: HTMLElement;
  readonly pick: (emoji: Omit<Reaction, 'people'>) => void;
  /** The keys go where they were. */
  readonly back: () => void;
}

/** What is done with a message by other features; absent where the server has no such thing. */
export interface MessagePorts {
  /** The caret goes into the box of its conversation. */
  readonly reply: MessageCommand;
  /** The same for a conversation, of which no message is meant. */
  readonly write: (to: MessageRecipient) => void;
  readonly replyDirectly: MessageCommand;
  /** Of these, what is selected of it counts alone. */
  readonly quote: MessageCommand;
  readonly forward: MessageCommand;
  readonly collect: MessageCommand;
  /** A draft that leads back to it. */
  readonly replyLater: MessageCommand;
  readonly followUp: MessageCommand;
  readonly remind?: MessageCommand | undefined;
  /** A reminder that goes when somebody answers. */
  readonly tellIfSilent?: MessageCommand | undefined;
  readonly chooseEmoji: (choice: MessageEmojiRequest) => void;
  readonly saveSnippet?: MessageCommand | undefined;
  /** All of a conversation is elsewhere now, by one's own doing. */
  readonly moved: (from: MessageRecipient, to: MessageRecipient) => void;
}
