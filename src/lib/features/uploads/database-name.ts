/** Also used where the rest of this room is not loaded: at sign-out. */
export function databaseName(account: string): string {
  return `inkwell.uploads.${account}`;
}
