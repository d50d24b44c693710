/** Whether it is an IANA time zone, or empty for none. Offsets like `+02:00` aren't accepted. */
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
