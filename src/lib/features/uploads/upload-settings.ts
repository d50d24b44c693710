import {
  deleteAccountStorage,
  readAccountStorage,
  writeAccountStorage,
} from '../../client/storage/account-storage';

/**
 * Choices for this account on this device, on unless switched off. `keep`: unfinished files stay in
 * the browser, and go on after a reload. `strip`: photos go up without place and time.
 */
export type UploadSetting = 'keep' | 'strip';

export function uploadSetting(account: string, name: UploadSetting): boolean {
  return readAccountStorage(account, `uploads.${name}`) !== false;
}

export function setUploadSetting(account: string, name: UploadSetting, on: boolean): void {
  if (on) deleteAccountStorage(account, `uploads.${name}`);
  else writeAccountStorage(account, `uploads.${name}`, false);
}
