import { listCustomEmoji } from '../emoji/custom';
import type { StateReader } from './scope';

export const emojiStates: Readonly<Record<string, StateReader>> = {
  realm_emoji: async ({ context }) => ({ realm_emoji: await listCustomEmoji(context) }),
};
