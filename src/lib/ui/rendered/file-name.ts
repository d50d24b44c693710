/** An address without what follows its path. */
export const pathOf = (address: string) => address.split(/[?#]/, 1)[0] ?? '';

/** The last part of an address, as people wrote it. */
export function fileName(address: string): string {
  const last = pathOf(address).split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A file that people have uploaded to this server. */
export const isUpload = (address: string) => address.startsWith('/user_uploads/');
