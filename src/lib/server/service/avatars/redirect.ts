import { internalRequest } from '../context';
import type { AccountCache } from '../users/account-cache';
import { authenticate, authenticateKey } from '../authenticate';
import { badRequest, ServiceFailure } from '../failure';
import type { RateLimits } from '../rate-limits';
import { transact, type TransactionDeps } from '../transact';
import { gravatarUrl } from '../users/email';
import { findUserByEmail, findUserById } from '../users/find-user';
import { plainResponse } from '../plain-response';

interface Parts extends TransactionDeps {
  readonly accounts: AccountCache;
  readonly limits: RateLimits;
}

/** By id or email address, in both sizes. */
const avatarPath = /^\/avatar\/([^/]+?)(\/medium)?\/?$/;

export function isAvatarAddress(pathname: string): boolean {
  return pathname.startsWith('/avatar/');
}

/**
 * Redirects to the profile picture of a user that the caller can see, for clients that build the
 * URL from a message's sender fields.
 */
export async function redirectToAvatar(
  parts: Parts,
  request: Request,
  url: URL,
  origin: { readonly address: string },
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plainResponse(405, 'Pictures are only read here.', { allow: 'GET, HEAD' });
  }
  try {
    return new Response(null, {
      status: 302,
      headers: {
        location: await find(parts, request, url, origin.address),
        'cache-control': 'private, max-age=60',
        vary: 'Authorization, Cookie',
      },
    });
  } catch (error) {
    if (error instanceof ServiceFailure) return plainResponse(error.status, error.message);
    throw error;
  }
}

async function find(parts: Parts, request: Request, url: URL, address: string): Promise<string> {
  const { accounts, limits } = parts;
  const api_key = url.searchParams.get('api_key');
  const identified =
    api_key === null
      ? authenticate(accounts, request.headers.get('authorization'))
      : authenticateKey(accounts, api_key);
  const caller = await identified.catch(async (error: unknown) => {
    // As for API calls, attempts to guess keys are limited.
    if (error instanceof ServiceFailure) await limits.address(address);
    throw error;
  });
  await limits.user(caller.user.id);
  const [, escaped, medium] = avatarPath.exec(url.pathname) ?? [];
  const named = decode(escaped ?? '');
  return transact(parts, { ...caller, request: internalRequest }, async (context) => {
    const person = /^\d+$/.test(named)
      ? await findUserById(context, Number(named))
      : await findUserByEmail(context, named);
    if (!person) throw new ServiceFailure('BAD_REQUEST', 'No such user.', 404);
    return person.avatar_url ?? gravatarUrl(person, parts.baseUrl, medium !== undefined);
  });
}

function decode(escaped: string): string {
  try {
    const named = decodeURIComponent(escaped);
    if (!named.includes('\0')) return named;
  } catch {
    // An invalid escape sequence means no user.
  }
  throw badRequest("This address doesn't belong to anyone.");
}
