import type { Access } from '$lib/api/define';
import { badRequest, ServiceFailure } from './failure';
import type { User } from './model';

const administrator = 200;
const guest = 600;

/** Throws when the caller may not use operations of this kind at all: always 400, never 403. */
export function checkAccess(access: Access, user: User): void {
  if ((access === 'human' || access === 'human member') && user.is_bot) {
    throw badRequest('This endpoint does not accept bot requests.');
  }
  if ((access === 'member' || access === 'human member') && user.role === guest) {
    throw badRequest('Not allowed for guest users');
  }
  if (access === 'administrator' && user.role > administrator) {
    throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
  }
}
