import { answerPageCall } from '$lib/server/gateway/session-gateway';
import {
  getGatewayContext,
  withErrorEnvelope,
  pathBelow,
} from '$lib/server/gateway/gateway-context';
import { createPendingReply } from '$lib/server/gateway/create-pending-reply';
import { answerTusRequest, isTusAddress } from '$lib/server/gateway/tus-gateway';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** The gateway for our own pages: authenticates with the cookie and calls the API. */
export const fallback: RequestHandler = (event) =>
  withErrorEnvelope(() => {
    const { request, url } = event;
    if (isTusAddress(url)) {
      event.locals.operation = 'resumableUpload';
      const address = event.getClientAddress();
      return answerTusRequest(getGatewayContext(), {
        request,
        url,
        address,
        jar: getGatewayContext().jarOf(event),
      });
    }
    return answerPageCall(getGatewayContext(), {
      request: event.request,
      path: pathBelow('/json', event.url),
      address: event.getClientAddress(),
      jar: getGatewayContext().jarOf(event),
      pendingReply: createPendingReply(event),
      named: (operation) => (event.locals.operation = operation),
    });
  });
