import type { AddressedText } from '../../../writing/sending/addressed-text';
import type { MessageRecipient } from '../../../writing/recipients/recipient';

/** The drafts of the account, as far as scheduled messages look at them. Reactive. */
export interface ScheduledDraftsPort {
  /** The list is known. */
  readonly loaded: boolean;
  /** What is a draft no more, and why: `local` is the key that it had. */
  readonly bin: readonly { readonly local: string; readonly reason: string }[];
  get(key: string):
    | {
        readonly body: AddressedText;
        /** Null while nobody has asked to send it. */
        readonly sending: { readonly state: string; readonly reason: string | null } | null;
      }
    | undefined;
  /** Its key. Without a text it is not kept. */
  create(recipient: MessageRecipient): string;
  edit(key: string, content: string): void;
  setRecipient(key: string, recipient: MessageRecipient): void;
  blur(key: string): void;
  remove(keys: readonly string[], reason?: 'sent'): void;
  /** Ends what is known of its sending: it `arrived`, or is a draft like others. */
  settleSending(key: string, arrived: boolean): void;
}

/** What is done with drafts in the place of scheduled messages, and told to the person. */
export interface DraftActionsPort {
  /** Sends one that may not be listed yet. */
  sendNew(key: string, recipient: MessageRecipient): void;
  /** Waits until they are as safe as drafts can be; of those that are not, by key, why. */
  keep(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Which of the files that texts link are missing. Reactive. */
export interface MissingFilesPort {
  /** Asks about files that it has not been shown before. */
  look(texts: readonly string[]): void;
  missingIn(text: string): readonly { readonly what: 'gone' | 'hidden' }[];
}

/** What scheduled messages need of other features: the view hands it in. */
export interface SchedulePorts {
  readonly drafts: ScheduledDraftsPort;
  readonly draftActions: DraftActionsPort;
  readonly createFiles: () => MissingFilesPort;
  /** Why a draft could not be sent, in words. */
  readonly reasonLabel: (reason: string | null) => string;
}
