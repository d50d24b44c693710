import type { ServerInit } from '@sveltejs/kit';
import { building } from '$app/environment';
import { startRuntime } from '$lib/server/runtime';

export { handle, handleError } from '$lib/server/doors/visit';

export const init: ServerInit = async () => {
  if (!building) await startRuntime();
};
