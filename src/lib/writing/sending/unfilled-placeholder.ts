/**
 * A blank of a snippet that stands open in a text: `{ask: Order number}`, `{choose: red|blue}`. Its
 * words follow the colon. Grammar: features/snippets/placeholders.
 */
const openBlank = /\{(?:ask|choose):(?:[^\S\n]|\|)*[^\s|{}][^{}\n]*\}/i;

export const hasUnfilledPlaceholder = (text: string): boolean => openBlank.test(text);
