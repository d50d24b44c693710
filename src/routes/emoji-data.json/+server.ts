import { getGatewayContext, notFoundResponse } from '$lib/server/gateway/gateway-context';
import { toCompressedResponse } from '$lib/server/gateway/compressed-response';
import type { RequestHandler } from './$types';

/**
 * The `server_emoji_data_url` of the embedded service: official clients load it at startup, without
 * credentials, and know no emoji without it.
 */
export const GET: RequestHandler = ({ request }) => {
  const { embedded } = getGatewayContext();
  if (!embedded) return notFoundResponse();
  const reply = Response.json(embedded.emojiData(), {
    headers: {
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
    },
  });
  return toCompressedResponse(reply, request.headers.get('accept-encoding'));
};
