import { forgetMemory, readMemory, writeMemory } from '../../client/memory';

/**
 * Choices for this account on this device, on unless switched off. `keep`: unfinished files stay in
 * the browser, and go on after a reload. `strip`: photos go up without place and time.
 */
export type UploadSetting = 'keep' | 'strip';

export function uploadSetting(account: string, name: UploadSetting): boolean {
  return readMemory(account, `uploads.${name}`) !== false;
}

export function setUploadSetting(account: string, name: UploadSetting, on: boolean): void {
  if (on) forgetMemory(account, `uploads.${name}`);
  else writeMemory(account, `uploads.${name}`, false);
}
