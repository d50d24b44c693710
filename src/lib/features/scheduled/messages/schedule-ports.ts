import type { AddressedText } from '../../../writing/sending/addressed-text';
import type { MessageRecipient } from '../../../writing/recipients/recipient';

/** What scheduled messages need of the account's drafts. Reactive. */
export interface ScheduledDraftsPort {
  /** The list has been loaded. */
  readonly loaded: boolean;
  /** Former drafts and why they were removed. `local` is the draft's key. */
  readonly trash: readonly { readonly local: string; readonly reason: string }[];
  get(key: string):
    | {
        readonly body: AddressedText;
        /** Null until the user tries to send it. */
        readonly sending: { readonly state: string; readonly reason: string | null } | null;
      }
    | undefined;
  /** Returns the new draft's key. Without text it isn't stored. */
  create(recipient: MessageRecipient): string;
  edit(key: string, content: string): void;
  setRecipient(key: string, recipient: MessageRecipient): void;
  blur(key: string): void;
  remove(keys: readonly string[], reason?: 'sent'): void;
  /** Settles a send: the message `arrived`, or the draft is a normal one again. */
  settleSending(key: string, arrived: boolean): void;
}

/** Draft actions used in place of scheduled messages, with their toasts. */
export interface DraftActionsPort {
  /** Sends a draft that is possibly not listed yet. */
  sendNew(key: string, recipient: MessageRecipient): void;
  /**
   * Waits until the drafts are safely saved. Returns the reasons, by key, for those that aren't.
   */
  keep(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Which of the files linked in texts are missing. Reactive. */
export interface MissingFilesPort {
  /** Looks up files that it hasn't seen before. */
  look(texts: readonly string[]): void;
  missingIn(text: string): readonly { readonly what: 'gone' | 'hidden' }[];
}

/** What scheduled messages need of other features. The view passes it in. */
export interface SchedulePorts {
  readonly drafts: ScheduledDraftsPort;
  readonly draftActions: DraftActionsPort;
  readonly createFiles: () => MissingFilesPort;
  /** Label for why a draft couldn't be sent. */
  readonly reasonLabel: (reason: string | null) => string;
}
