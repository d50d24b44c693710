import type { AddressedText } from '../../writing/sending/addressed-text';
import type { MessageRecipient } from '../../writing/recipients/recipient';

/** What uploads need of the drafts that files are added to; a view passes it in. Reactive. */
export interface UploadDraftsPort {
  /** The list of drafts is loaded. */
  readonly loaded: boolean;
  /** Changes whenever something about the drafts does. */
  readonly revision: unknown;
  /** Whether drafts can be stored on this device. */
  readonly storage: string;
  /** Former drafts with the reason; `local` is the key that the draft had. */
  readonly trash: readonly { readonly local: string; readonly reason: string }[];
  get(
    key: string,
  ): { readonly body: AddressedText; readonly sync: string; readonly removed: boolean } | undefined;
  edit(key: string, content: string): void;
  setRecipient(key: string, recipient: MessageRecipient): void;
  blur(key: string): void;
  leave(key: string): void;
  send(key: string): void;
  /** Called before a draft is sent: returning true holds it until its files are uploaded. */
  holdBack(hold: (key: string) => boolean): () => void;
  /** A draft was restored from the trash, under a new key. */
  onRestored(
    listener: (restored: { readonly old: string; readonly key: string }) => void,
  ): () => void;
}
