/** In its own module because sign-out uses it without loading the uploads. */
export function uploadsDatabaseName(account: string): string {
  return `inkwell.uploads.${account}`;
}
