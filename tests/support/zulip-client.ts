const { FormData } = globalThis;
const library = await import('zulip-js');
// The library puts another one in its place, which `fetch` cannot send: later tests of the process need theirs.
globalThis.FormData = FormData;

export const zulipInit = library.default;
