import type { PushRelay } from './relay';

/** How notifications leave this server. */
export interface PushSender {
  readonly relay: PushRelay;
  /** A device is to be told of. After the commit that wrote it. */
  look(): void;
}
