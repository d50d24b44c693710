/** What the invitation is for is asked by the page itself. */
export const ssr = false;
