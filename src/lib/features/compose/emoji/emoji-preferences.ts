import * as v from 'valibot';
import { readAccountStorage, writeAccountStorage } from '../../../client/storage/account-storage';
import { skinTones, type SkinTone } from './skin-tones';

/**
 * What this device remembers of an account's emoji: the last ones used and the tone of skin. Erased
 * at sign-out, as all that it keeps for an account.
 */
const recentName = 'emoji-recent';
const toneName = 'emoji-tone';
const maxRecent = 36;

const keysSchema = v.array(v.string());
const toneSchema = v.picklist(skinTones);

/** Keys, the last one used first. */
export function readRecentEmoji(account: string): readonly string[] {
  const read = v.safeParse(keysSchema, readAccountStorage(account, recentName));
  return read.success ? read.output.slice(0, maxRecent) : [];
}

export function rememberRecentEmoji(account: string, key: string): void {
  const others = readRecentEmoji(account).filter((one) => one !== key);
  writeAccountStorage(account, recentName, [key, ...others].slice(0, maxRecent));
}

export function readSkinTone(account: string): SkinTone {
  const read = v.safeParse(toneSchema, readAccountStorage(account, toneName));
  return read.success ? read.output : 0;
}

export function writeSkinTone(account: string, tone: SkinTone): void {
  writeAccountStorage(account, toneName, tone);
}
