import { answerPage } from '$lib/server/doors/cookie-door';
import { doors, guarded, pathBelow } from '$lib/server/doors/doors';
import { seatFor } from '$lib/server/doors/seat';
import { answerTus, isTusAddress } from '$lib/server/doors/tus-door';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** The door of our own pages: cookie in, API out. */
export const fallback: RequestHandler = (event) =>
  guarded(() => {
    const { request, url } = event;
    if (isTusAddress(url)) {
      event.locals.operation = 'resumableUpload';
      const address = event.getClientAddress();
      return answerTus(doors(), { request, url, address, jar: doors().jarOf(event) });
    }
    return answerPage(doors(), {
      request: event.request,
      path: pathBelow('/json', event.url),
      address: event.getClientAddress(),
      jar: doors().jarOf(event),
      seat: seatFor(event),
      named: (operation) => (event.locals.operation = operation),
    });
  });
