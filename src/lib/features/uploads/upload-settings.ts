import {
  deleteAccountStorage,
  readAccountStorage,
  writeAccountStorage,
} from '../../client/storage/account-storage';

/**
 * Settings of an account on this device, on by default. `keep`: unfinished files are stored in the
 * browser and continue after a reload. `strip`: photos are uploaded without location and time.
 */
export type UploadSetting = 'keep' | 'strip';

export function uploadSetting(account: string, name: UploadSetting): boolean {
  return readAccountStorage(account, `uploads.${name}`) !== false;
}

export function setUploadSetting(account: string, name: UploadSetting, on: boolean): void {
  if (on) deleteAccountStorage(account, `uploads.${name}`);
  else writeAccountStorage(account, `uploads.${name}`, false);
}
