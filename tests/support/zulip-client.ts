const { FormData } = globalThis;
const library = await import('zulip-js');
// The library replaces it with one that `fetch` can't send, but later tests in the process need the
// original.
globalThis.FormData = FormData;

export const zulipInit = library.default;
