import { doors, nothingHere } from '$lib/server/doors/doors';
import { packed } from '$lib/server/doors/packed';
import type { RequestHandler } from './$types';

/**
 * The `server_emoji_data_url` of the embedded service: official clients load it at start, without
 * credentials, and know no emoji without it.
 */
export const GET: RequestHandler = ({ request }) => {
  const { embedded } = doors();
  if (!embedded) return nothingHere();
  const reply = Response.json(embedded.emojiData(), {
    headers: {
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
    },
  });
  return packed(reply, request.headers.get('accept-encoding'));
};
