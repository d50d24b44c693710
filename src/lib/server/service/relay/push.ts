import type { PushRelay } from './relay';

/** Sends push notifications from this server. */
export interface PushSender {
  readonly relay: PushRelay;
  /** Call after committing a device that has to be registered. */
  look(): void;
}
