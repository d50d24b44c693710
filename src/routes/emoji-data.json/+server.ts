import { doors, nothingHere } from '$lib/server/doors/doors';
import type { RequestHandler } from './$types';

/**
 * The `server_emoji_data_url` of the embedded service: official clients load it at start, without
 * credentials, and know no emoji without it.
 */
export const GET: RequestHandler = () => {
  const { embedded } = doors();
  if (!embedded) return nothingHere();
  return Response.json(embedded.emojiData(), {
    headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' },
  });
};
