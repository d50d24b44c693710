import type { Message } from '../../api/read-messages';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import type { Reaction } from './reactions';

type MessageCommand = (message: Message) => void;

/** Opens an emoji picker beside an element. */
export interface MessageEmojiRequest {
  readonly anchor: HTMLElement;
  readonly pick: (emoji: Omit<Reaction, 'people'>) => void;
  /** Returns the focus. */
  readonly back: () => void;
}

/** Actions on a message that other features provide; undefined if the server doesn't support them. */
export interface MessagePorts {
  /** Moves the caret into the compose box of its conversation. */
  readonly reply: MessageCommand;
  /** The same for a conversation, without a particular message. */
  readonly write: (to: MessageRecipient) => void;
  readonly replyDirectly: MessageCommand;
  /**
   * Quotes the message, or only the selected part of it. Also applies to `forward` and `collect`.
   */
  readonly quote: MessageCommand;
  readonly forward: MessageCommand;
  readonly collect: MessageCommand;
  /** Creates a draft that links back to it. */
  readonly replyLater: MessageCommand;
  readonly followUp: MessageCommand;
  readonly remind: MessageCommand | undefined;
  /** Sets a reminder that is deleted when someone replies. */
  readonly remindIfNoReply: MessageCommand | undefined;
  readonly chooseEmoji: (choice: MessageEmojiRequest) => void;
  readonly saveSnippet: MessageCommand | undefined;
  /** The user moved a whole conversation. */
  readonly moved: (from: MessageRecipient, to: MessageRecipient) => void;
}
