import type { DraftStoreKeys } from './engine/engine-state';

/** A message the server accepted. The tab where the user pressed Send offers undo. */
export interface SentAnnouncement {
  /** Key of the sent draft. */
  readonly local: string;
  readonly attempt: string;
  readonly messageId: number;
}

/** With `sent`, the keys are empty: changed keys are announced once stored. */
type Word = DraftStoreKeys & { readonly sent?: SentAnnouncement };

export interface TabChannel {
  announceKeys(keys: DraftStoreKeys): void;
  announceSent(sent: SentAnnouncement): void;
  close(): void;
}

/**
 * Announces to the other tabs of this browser which stored keys changed and what was sent, and
 * listens to theirs. Messages arrive in the order in which a tab sent them. Once closed, it
 * announces nothing: the last change can be stored while the tab stops.
 */
export function openTabChannel(
  name: string,
  onChanged: (keys: DraftStoreKeys) => void,
  onSent: (sent: SentAnnouncement) => void,
): TabChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.sent) onSent(data.sent);
    else onChanged(data);
  };
  let isOpen = true;
  const post = (word: Word) => void (isOpen && channel.postMessage(word));
  return {
    announceKeys: post,
    announceSent: (sent) => post({ records: [], graves: [], bin: [], sent }),
    close() {
      isOpen = false;
      channel.close();
    },
  };
}
