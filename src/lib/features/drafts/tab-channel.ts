import type { DraftStoreKeys } from './engine/engine-state';

/** A message that was accepted by the server: where a person pressed Send, the way back is offered. */
export interface SentAnnouncement {
  /** Key of the draft that it was. */
  readonly local: string;
  readonly attempt: string;
  readonly messageId: number;
}

/** With `sent` the keys are empty: what changed is told once it is stored. */
type Word = DraftStoreKeys & { readonly sent?: SentAnnouncement };

export interface TabChannel {
  announceKeys(keys: DraftStoreKeys): void;
  announceSent(sent: SentAnnouncement): void;
  close(): void;
}

/**
 * Tells the other tabs of this browser which stored keys changed and what was sent, and listens for
 * theirs. Words arrive in the order in which a tab has told them.
 */
export function openTabChannel(
  name: string,
  told: (keys: DraftStoreKeys) => void,
  toldSent: (sent: SentAnnouncement) => void,
): TabChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.sent) toldSent(data.sent);
    else told(data);
  };
  const post = (word: Word) => channel.postMessage(word);
  return {
    announceKeys: post,
    announceSent: (sent) => post({ records: [], graves: [], bin: [], sent }),
    close: () => channel.close(),
  };
}
