/** Keys in the box of a message that others print as well. */

/** Asks when a message shall go out. */
export const scheduleShortcut = 'Mod+Shift+Enter';

/** Opens the palette of snippets. */
export const snippetShortcut = "Mod+'";
