import type { Service } from '$lib/server/service/service';
import { checkReply } from '../contract/strict';

/** What is streamed: a copy of it would be held whole. */
const carriesFile = /^\/api\/v1\/(user_uploads|tus)\b/;

/** The service with every reply, whoever reads it, held to its documented shape. */
export function held(service: Service): Service {
  return {
    ...service,
    async handle(request, origin) {
      const { pathname } = new URL(request.url);
      // A body that the service must not read is not read here either.
      const mayName =
        request.method === 'POST' &&
        request.headers.has('authorization') &&
        !carriesFile.test(pathname);
      const body = mayName ? request.clone() : null;
      const response = await service.handle(request, origin);
      if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
      const text = await response.clone().text();
      if (!text) return response;
      const named =
        request.headers.get('x-http-method-override') ??
        new URLSearchParams(await body?.text()).get('method');
      const method = named?.toUpperCase() ?? request.method;
      checkReply(method, pathname.replace('/api/v1', ''), response.status, JSON.parse(text));
      return response;
    },
  };
}
