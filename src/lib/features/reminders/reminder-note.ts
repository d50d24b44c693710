/**
 * Extracts the user's note from the reminder's text, the only place the API returns it. Empty if
 * there is no note, null if the server words its reminders differently.
 */
export function reminderNoteOf(content: string): string | null {
  const found = /^[^\n]*\n\n(?:([^]*?)\n\n)?(?:you|@_\*\*[^\n]*\*\*) wrote:\n`{3,}quote\n/.exec(
    content,
  );
  return found ? (found[1] ?? '') : null;
}
