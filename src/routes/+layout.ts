/**
 * The app runs in the browser: its data is the person's own and may paint without the server. Said
 * here, because the page for unknown addresses has no other layout.
 */
export const ssr = false;
