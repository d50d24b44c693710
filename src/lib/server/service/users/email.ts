import { isAdministrator, userRole } from '$lib/api/roles';
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { isDeceptive, withoutInvisible } from './deceptive-text';
import { isRowId } from '../db/ids';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { settingOf } from './settings';

/** The address shown instead of a hidden one. */
export function placeholderEmail(user_id: number, baseUrl: string): string {
  return `user${user_id}@${new URL(baseUrl).hostname}`;
}

/**
 * Whether `viewer` can see the real address, according to the owner's `email_address_visibility`.
 */
export function seesEmail(viewer: UserRow, owner: UserRow): boolean {
  if (viewer.id === owner.id || viewer.id === owner.bot_owner_id || owner.is_bot) return true;
  switch (settingOf(owner, 'email_address_visibility')) {
    case 1:
      return true;
    case 2:
      return viewer.role <= userRole.member;
    case 3:
      return isAdministrator(viewer);
    case 5:
      return viewer.role <= userRole.moderator;
    default:
      return false;
  }
}

/** The user id in an address shown instead of a hidden one. Undefined for any other address. */
export function placeholderId(address: string, baseUrl: string): number | undefined {
  const [, digits] = /^user(\d{1,10})@/i.exec(address) ?? [];
  const id = Number(digits ?? 0);
  const isOne = isRowId(id) && placeholderEmail(id, baseUrl) === address.toLowerCase();
  return isOne ? id : undefined;
}

/**
 * Whether an address has a form that the service generates itself, so that no user can have it:
 * `user{id}`, which means a user, and `{name}-bot`. Applies to the server's own host and to
 * stand-in hosts, because an organization may have had another host, and can move.
 */
function isReserved(name: string, host: string, baseUrl: string): boolean {
  if (!/^user\d+$|-bot$/i.test(name)) return false;
  const ascii = domainToASCII(host);
  const { hostname } = new URL(baseUrl);
  return ascii === hostname || /^localhost$|^[\d.]+$|\.(?:localhost|invalid)$/.test(ascii);
}

const maxAddressLength = 254;
const shape = /^([\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+)@([\p{L}\p{M}\p{N}.-]+)$/u;
/** `localhost` is the only host without a domain. */
function isHost(host: string): boolean {
  const labels = host.split('.');
  return (
    (labels.length > 1 || host === 'localhost') &&
    labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'))
  );
}

/**
 * Why no one can have this trimmed address. Undefined if it is allowed. Bots have their own
 * addresses.
 */
export function addressProblem(
  address: string,
  baseUrl: string,
  { ofBot = false } = {},
): string | undefined {
  const [, name = '', host = ''] =
    address.length > maxAddressLength ? [] : (shape.exec(address) ?? []);
  if (!isHost(host) || isDeceptive(address) || address.normalize('NFKC') !== address) {
    return 'Enter a valid email address.';
  }
  if (ofBot ? placeholderId(address, baseUrl) === undefined : !isReserved(name, host, baseUrl)) {
    return undefined;
  }
  return 'This address is reserved. Use another one.';
}

/**
 * Whether an address from when the rules were less strict is harmless: it is valid, and doesn't
 * look like the address shown instead of another user's.
 */
export function isHarmlessAddress(address: string, user_id: number, baseUrl: string): boolean {
  const plain = withoutInvisible(address).normalize('NFKC');
  if (address.length > maxAddressLength || !/^[^\s@]+@[^\s@]+$/u.test(plain)) return false;
  const [name, host] = plain.split('@') as [string, string];
  const isStandIn = /^user\d+$/i.test(name) && isReserved(name, host, baseUrl);
  return !isStandIn || name.toLowerCase() === `user${user_id}`;
}

/** An address to store. Throws 400 for one that isn't allowed. */
export function readEmail(given: string, baseUrl: string): string {
  const email = given.trim();
  const problem = addressProblem(email, baseUrl);
  if (problem !== undefined) throw badRequest(problem);
  return email;
}

/** The address that the API uses for a user: the real one only if everyone can see it. */
export function apiEmail(user: UserRow, baseUrl: string): string {
  const open = user.is_bot || settingOf(user, 'email_address_visibility') === 1;
  return open ? user.delivery_email : placeholderEmail(user.id, baseUrl);
}

/**
 * https://docs.gravatar.com/avatars/hash/ requires the hash of the trimmed, lower-case address.
 * This uses the address that everyone can see, because the real one's hash would let anyone test
 * whose address it is.
 */
export function gravatarUrl(user: UserRow, baseUrl: string, medium = false): string {
  const address = apiEmail(user, baseUrl).trim().toLowerCase();
  const hash = createHash('md5').update(address).digest('hex');
  const size = medium ? '&s=500' : '';
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon${size}&version=${user.avatar_version}`;
}
