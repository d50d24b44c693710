import type { PushRelay } from './relay';

export interface PushSender {
  readonly relay: PushRelay;
  /** Call after committing a device that has to be registered. */
  look(): void;
}
