import { fieldTypes } from '$lib/api/profile-fields';
import { inArray } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { findVisibleUsers } from '../users/visible';
import { isWebAddress } from './field-rules';
import type { StoredProfileField } from './fields';

export type ProfileValueInput = string | readonly number[] | null;

const maxLengthByType: Readonly<Record<number, number>> = {
  [fieldTypes.short_text]: 50,
  [fieldTypes.long_text]: 500,
  [fieldTypes.external_account]: 50,
  [fieldTypes.pronouns]: 50,
  [fieldTypes.link]: 2000,
};

/** A value to store, or null for none. Throws 400 if it isn't valid for the field's type. */
export async function readProfileValue(
  context: ServiceContext,
  field: StoredProfileField,
  given: ProfileValueInput,
): Promise<string | null> {
  if (field.type === fieldTypes.users) return readPeople(context, field, given);
  if (given !== null && typeof given !== 'string')
    throw badRequest(`${field.name} is not a string`);
  const value = given?.trim() ?? '';
  if (value === '') return null;
  if (value.includes('\0')) throw badRequest(`${field.name} must not contain null bytes`);
  const max = maxLengthByType[field.type];
  if (max !== undefined && [...value].length > max) {
    throw badRequest(`${field.name} is too long (limit: ${max} characters)`);
  }
  if (field.type === fieldTypes.select && !fieldChoiceKeysOf(field).includes(value)) {
    throw badRequest(`'${value}' is not a valid choice for '${field.name}'.`);
  }
  if (field.type === fieldTypes.date && !isDate(value)) {
    throw badRequest(`${field.name} is not a date`);
  }
  if (field.type === fieldTypes.link && !isWebAddress(value)) {
    throw badRequest(`${field.name} is not a URL`);
  }
  return value;
}

/**
 * Throws 400 if an imported value contains a link that couldn't be entered here. Other invalid
 * values do no harm.
 */
export function checkStoredValue({ name, type }: StoredProfileField, value: string): void {
  if (type === fieldTypes.link && !isWebAddress(value)) throw badRequest(`${name} is not a URL`);
}

/** Keys of a list's options. */
export function fieldChoiceKeysOf({ field_data }: StoredProfileField): string[] {
  return Object.keys(JSON.parse(field_data) as object);
}

/** Whether it is a valid date like 2026-02-28. */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Active people, not bots, as a JSON list. */
async function readPeople(
  context: ServiceContext,
  field: StoredProfileField,
  given: ProfileValueInput,
): Promise<string | null> {
  const ids = [...new Set(listOf(field, given))];
  if (ids.length === 0) return null;
  const unknown = ids.find((id) => !isRowId(id));
  if (unknown !== undefined) throw badRequest(`Invalid user ID: ${unknown}`);
  const found = await findVisibleUsers(context, inArray(users.id, ids));
  const people = new Map(found.map((person) => [person.id, person]));
  for (const id of ids) {
    const person = people.get(id);
    if (!person) throw badRequest(`Invalid user ID: ${id}`);
    if (!person.is_active) throw badRequest(`User with ID ${id} is deactivated`);
    if (person.is_bot) throw badRequest(`User with ID ${id} is a bot`);
  }
  return JSON.stringify(ids);
}

function listOf({ name }: StoredProfileField, given: ProfileValueInput): readonly number[] {
  if (given === null || given === '') return [];
  if (typeof given !== 'string') return given;
  try {
    const list: unknown = JSON.parse(given);
    if (Array.isArray(list) && list.every((id) => typeof id === 'number')) return list;
  } catch {
    // Reported below, like everything that isn't a list.
  }
  throw badRequest(`${name} is not a list of user IDs`);
}
