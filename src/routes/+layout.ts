/**
 * The app runs in the browser: its data belongs to the user, and it can render without the server.
 * Set here because the page for unknown URLs has no other layout.
 */
export const ssr = false;
