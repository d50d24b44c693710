/**
 * An unfilled snippet placeholder in a text: `{ask: Order number}`, `{choose: red|blue}`. The part
 * after the colon must not be empty. Grammar: features/snippets/placeholders.
 */
const unfilledMarker = /\{(?:ask|choose):(?:[^\S\n]|\|)*[^\s|{}][^{}\n]*\}/i;

export const hasUnfilledPlaceholder = (text: string): boolean => unfilledMarker.test(text);
