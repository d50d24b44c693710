/** The app runs in the browser: its data is the person's own and may paint without the server. */
export const ssr = false;
