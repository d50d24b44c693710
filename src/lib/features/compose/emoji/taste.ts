import * as v from 'valibot';
import { readMemory, writeMemory } from '../../../client/memory';
import { tones, type Tone } from './tones';

/**
 * What this device remembers of an account's emoji: the last ones used and the tone of skin. Erased
 * at sign-out, as all that it keeps for an account.
 */
const recentName = 'emoji-recent';
const toneName = 'emoji-tone';
const recentMost = 36;

const keysSchema = v.array(v.string());
const toneSchema = v.picklist(tones);

/** Keys, the last one used first. */
export function readRecent(account: string): readonly string[] {
  const read = v.safeParse(keysSchema, readMemory(account, recentName));
  return read.success ? read.output.slice(0, recentMost) : [];
}

export function rememberEmoji(account: string, key: string): void {
  const others = readRecent(account).filter((one) => one !== key);
  writeMemory(account, recentName, [key, ...others].slice(0, recentMost));
}

export function readTone(account: string): Tone {
  const read = v.safeParse(toneSchema, readMemory(account, toneName));
  return read.success ? read.output : 0;
}

export function writeTone(account: string, tone: Tone): void {
  writeMemory(account, toneName, tone);
}
