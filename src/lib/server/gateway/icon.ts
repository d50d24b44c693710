import { readLimitedBody } from './limited-body';
import type { UpstreamHandler } from './upstream';

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
const maxBytes = 1024 * 1024;

/**
 * Fetches the organization's icon for the page, whose policy allows no external images. Refuses
 * anything but a plain bitmap, because an SVG can contain scripts. Without an icon the answer is
 * 204, because browsers log every other status as an error of the page. Throws `GatewayFailure`.
 */
export async function fetchIcon(
  upstream: UpstreamHandler,
  icon: string | null,
  address: string,
): Promise<Response> {
  if (icon === null) return none();
  // The proxy replaces the host with its server.
  const { pathname, search } = new URL(icon);
  const request = new Request(`http://upstream${pathname}${search}`, {
    headers: { accept: imageTypes.join(', '), 'user-agent': 'Inkwell/1' },
    signal: AbortSignal.timeout(10_000),
  });
  const reply = await upstream(request, { address });
  const type = reply.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (reply.status !== 200 || !reply.body || !imageTypes.includes(type)) {
    await reply.body?.cancel();
    return none();
  }
  return new Response(await readLimitedBody(reply.body, maxBytes), {
    headers: { 'content-type': type, 'cache-control': 'private, max-age=3600' },
  });
}

function none(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'private, max-age=300' } });
}
