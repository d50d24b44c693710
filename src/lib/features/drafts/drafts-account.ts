import type { EventKind, EventOf } from '$lib/api/event-types';
import type { RegisterState } from '$lib/api/register';
import type { DraftApiCall } from './draft-api-call';

/** What drafts need of the signed-in account. `client/account/account` satisfies it. */
export interface DraftsAccount {
  readonly id: string;
  readonly call: DraftApiCall;
  readonly queue?: { readonly queue_id: string } | null;
  onState(listener: (state: RegisterState) => void): () => void;
  onEvents<K extends EventKind>(
    kinds: readonly K[],
    listener: (events: readonly EventOf<K>[]) => void,
  ): () => void;
}

/** A sent draft that is about to leave the list, and the message's id. */
export interface SentDraft {
  readonly key: string;
  readonly messageId: number;
}
