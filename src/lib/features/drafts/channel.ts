import type { Keys } from './engine/state';

export interface TabChannel {
  tell(keys: Keys): void;
  close(): void;
}

/** Tells the other tabs of this browser which stored keys changed, and listens for theirs. */
export function openChannel(name: string, told: (keys: Keys) => void): TabChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (message: MessageEvent<Keys>) => told(message.data);
  return {
    tell: (keys) => channel.postMessage(keys),
    close: () => channel.close(),
  };
}
