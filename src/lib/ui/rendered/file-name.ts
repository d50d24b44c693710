/** A URL without query and hash. */
export const pathOf = (address: string) => address.split(/[?#]/, 1)[0] ?? '';

/** The last part of a URL's path, decoded. */
export function fileName(address: string): string {
  const last = pathOf(address).split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Whether it is a file that was uploaded to this server. */
export const isUpload = (address: string) => address.startsWith('/user_uploads/');
