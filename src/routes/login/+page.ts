/** Who is signed in and what server answers is asked by the page itself. */
export const ssr = false;
