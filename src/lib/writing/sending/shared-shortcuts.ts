/** Shortcuts of the compose box that other components display too. */

/** Opens the dialog for scheduling a message. */
export const scheduleShortcut = 'Mod+Shift+Enter';

/** Opens the snippet picker. */
export const snippetShortcut = "Mod+'";
