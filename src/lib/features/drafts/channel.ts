import type { Keys } from './engine/state';

/** A message that was accepted by the server: where a person pressed Send, the way back is offered. */
export interface SentWord {
  /** Key of the draft that it was. */
  readonly local: string;
  readonly attempt: string;
  readonly messageId: number;
}

/** With `sent` the keys are empty: what changed is told once it is stored. */
type Word = Keys & { readonly sent?: SentWord };

export interface TabChannel {
  tell(keys: Keys): void;
  tellSent(sent: SentWord): void;
  close(): void;
}

/**
 * Tells the other tabs of this browser which stored keys changed and what was sent, and listens for
 * theirs. Words arrive in the order in which a tab has told them.
 */
export function openChannel(
  name: string,
  told: (keys: Keys) => void,
  toldSent: (sent: SentWord) => void,
): TabChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.sent) toldSent(data.sent);
    else told(data);
  };
  const post = (word: Word) => channel.postMessage(word);
  return {
    tell: post,
    tellSent: (sent) => post({ records: [], graves: [], bin: [], sent }),
    close: () => channel.close(),
  };
}
