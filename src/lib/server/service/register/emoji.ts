import { listCustomEmoji } from '../emoji/custom';
import type { State } from './scope';

export const emojiStates: Readonly<Record<string, State>> = {
  realm_emoji: async ({ context }) => ({ realm_emoji: await listCustomEmoji(context) }),
};
