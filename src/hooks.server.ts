import type { ServerInit } from '@sveltejs/kit';
import { building } from '$app/environment';
import { handleWith } from '$lib/server/doors/visit';
import { startRuntime } from '$lib/server/runtime';
import * as draw from '$lib/views/first/draw';

export { handleError } from '$lib/server/doors/visit';

export const handle = handleWith(draw);

export const init: ServerInit = async () => {
  if (!building) await startRuntime();
};
