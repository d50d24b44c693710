/** The last part of an address, as people wrote it. */
export function fileName(address: string): string {
  const last = /[^/]*$/.exec(address.replace(/[?#].*$/s, ''))?.[0] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A file that people have uploaded to this server. */
export const isUpload = (address: string) => address.startsWith('/user_uploads/');
