import * as v from 'valibot';
import { readAccountStorageAs, writeAccountStorage } from '../../../client/storage/account-storage';
import { skinTones, type SkinTone } from './skin-tones';

/**
 * Recently used emoji and the skin tone of an account on this device. Erased at sign-out, like all
 * data of an account.
 */
const recentName = 'emoji-recent';
const toneName = 'emoji-tone';
const maxRecent = 36;

const keysSchema = v.array(v.string());
const toneSchema = v.picklist(skinTones);

/** Emoji keys, the latest first. */
export function readRecentEmoji(account: string): readonly string[] {
  return readAccountStorageAs(account, recentName, keysSchema)?.slice(0, maxRecent) ?? [];
}

export function rememberRecentEmoji(account: string, key: string): void {
  const others = readRecentEmoji(account).filter((one) => one !== key);
  writeAccountStorage(account, recentName, [key, ...others].slice(0, maxRecent));
}

export function readSkinTone(account: string): SkinTone {
  return readAccountStorageAs(account, toneName, toneSchema) ?? 0;
}

export function writeSkinTone(account: string, tone: SkinTone): void {
  writeAccountStorage(account, toneName, tone);
}
