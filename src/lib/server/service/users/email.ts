import { createHash } from 'node:crypto';
import { badRequest } from '../failure';
import type { User } from '../model';
import { isAdministrator, role } from '../permissions/roles';
import { settingOf } from './settings';

/** The address that stands in where the real one is hidden. */
export function placeholderEmail(user_id: number, baseUrl: string): string {
  return `user${user_id}@${new URL(baseUrl).hostname}`;
}

/** Whether `viewer` may see the real address, by `email_address_visibility` of its owner. */
export function seesEmail(viewer: User, owner: User): boolean {
  if (viewer.id === owner.id || viewer.id === owner.bot_owner_id || owner.is_bot) return true;
  switch (settingOf(owner, 'email_address_visibility')) {
    case 1:
      return true;
    case 2:
      return viewer.role <= role.member;
    case 3:
      return isAdministrator(viewer);
    case 5:
      return viewer.role <= role.moderator;
    default:
      return false;
  }
}

/** An address as stored. Throws 400 for what is none. */
export function readEmail(given: string): string {
  const email = given.trim();
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) {
    throw badRequest('Enter a valid email address.');
  }
  return email;
}

/** The address by which the API names somebody: real only where everyone may see it. */
export function apiEmail(user: User, baseUrl: string): string {
  const open = user.is_bot || settingOf(user, 'email_address_visibility') === 1;
  return open ? user.delivery_email : placeholderEmail(user.id, baseUrl);
}

/**
 * https://docs.gravatar.com/avatars/hash/ wants the hash of the trimmed, lower-case address. It is
 * that of the address which everybody may see: by the real one's anybody could test whose it is.
 */
export function gravatarUrl(user: User, baseUrl: string, medium = false): string {
  const address = apiEmail(user, baseUrl).trim().toLowerCase();
  const hash = createHash('md5').update(address).digest('hex');
  const size = medium ? '&s=500' : '';
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon${size}&version=${user.avatar_version}`;
}
