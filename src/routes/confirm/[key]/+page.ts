/** Nothing happens by looking at the page: mail programs open links by themselves. */
export const ssr = false;
