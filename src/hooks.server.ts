import type { ServerInit } from '@sveltejs/kit';
import { building } from '$app/environment';
import { createRequestHandle } from '$lib/server/gateway/request-handle';
import { startRuntime } from '$lib/server/runtime';
import { frameScript } from '$lib/views/first-paint/frame-script';
import * as draw from '$lib/views/first-paint/render-first-paint';

export { handleServerError } from '$lib/server/gateway/request-handle';

export const handle = createRequestHandle({ ...draw, frameScript });

export const init: ServerInit = async () => {
  if (!building) await startRuntime();
};
