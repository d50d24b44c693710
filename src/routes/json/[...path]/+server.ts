import { answerPage } from '$lib/server/doors/cookie-door';
import { doors, guarded, pathBelow } from '$lib/server/doors/doors';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** The door of our own pages: cookie in, API out. */
export const fallback: RequestHandler = (event) =>
  guarded(() =>
    answerPage(doors(), {
      request: event.request,
      path: pathBelow('/json', event.url),
      address: event.getClientAddress(),
      jar: doors().jarOf(event),
      named: (operation) => (event.locals.operation = operation),
    }),
  );
