/** Also used where the rest of this room is not loaded: at sign-out. */
export function uploadsDatabaseName(account: string): string {
  return `inkwell.uploads.${account}`;
}
