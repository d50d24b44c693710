/**
 * The note that a person gave with a reminder, read from the text that reminds: the API tells it in no
 * other way. Empty where there is none, null where the server words its reminders otherwise.
 */
export function reminderNoteOf(content: string): string | null {
  const found = /^[^\n]*\n\n(?:([^]*?)\n\n)?(?:you|@_\*\*[^\n]*\*\*) wrote:\n`{3,}quote\n/.exec(
    content,
  );
  return found ? (found[1] ?? '') : null;
}
