import type { AddressedText } from '../../writing/sending/addressed-text';
import type { MessageRecipient } from '../../writing/recipients/recipient';

/** The drafts that files go into, as far as uploads need them. A view hands them in. Reactive. */
export interface UploadDraftsPort {
  /** The list is known. */
  readonly loaded: boolean;
  /** Whether what is written reaches the disk. */
  readonly storage: string;
  /** What is a draft no more, and why: `local` is the key that it had. */
  readonly bin: readonly { readonly local: string; readonly reason: string }[];
  get(
    key: string,
  ): { readonly body: AddressedText; readonly sync: string; readonly removed: boolean } | undefined;
  edit(key: string, content: string): void;
  setRecipient(key: string, recipient: MessageRecipient): void;
  blur(key: string): void;
  leave(key: string): void;
  send(key: string): void;
  /** Asked before one goes out: true holds it until its files are there. */
  holdBack(hold: (key: string) => boolean): () => void;
  /** One of the bin is a draft again, under a new key. */
  onRestored(
    listener: (restored: { readonly old: string; readonly key: string }) => void,
  ): () => void;
}
