/** A zone of the IANA database, or empty for none. Offsets such as `+02:00` are none. */
export function isTimeZone(zone: string): boolean {
  if (zone === '') return true;
  if (!/^[A-Z][\w+/-]*$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
