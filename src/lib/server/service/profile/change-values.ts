import { fieldTypes } from '$lib/api/profile-fields';
import { isAdministrator } from '$lib/api/roles';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { profileValues } from '../db/schema/profile-fields';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { renderText } from '../markdown/render-text';
import type { UserRow } from '../model';
import { audienceOfUser } from '../users/audience';
import { readProfileValue, type ProfileValueInput } from './check-value';
import { loadProfileFields, type StoredProfileField } from './fields';

export function isMarkdown(type: number): boolean {
  return type === fieldTypes.short_text || type === fieldTypes.long_text;
}

/**
 * Sets a user's custom profile values, all or nothing. Null and an empty text remove a value. Saves
 * and announces only values that differ. Throws 400 for a missing field, one that the caller can't
 * change, and an invalid value.
 */
export async function changeProfileValues(
  context: ServiceContext,
  person: UserRow,
  data: readonly { readonly id: number; readonly value: ProfileValueInput }[],
): Promise<void> {
  const { tx } = context;
  const fields = new Map((await loadProfileFields(context)).map((field) => [field.id, field]));
  const given = new Map<StoredProfileField, string | null>();
  for (const { id, value } of data) {
    const field = changeable(context, fields.get(id), id);
    given.set(field, await readProfileValue(context, field, value));
  }
  await tx.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for('no key update');
  const before = await valuesOf(context, person);
  const changed = [...given].filter(([{ id }, value]) => (before.get(id) ?? null) !== value);
  if (changed.length === 0) return;
  const rows = [];
  for (const [field, value] of changed) {
    if (value === null) continue;
    const rendered_value = isMarkdown(field.type) ? (await renderText(context, value)).html : null;
    rows.push({ user_id: person.id, field_id: field.id, value, rendered_value });
  }
  if (rows.length > 0) {
    const set = { value: sql`excluded.value`, rendered_value: sql`excluded.rendered_value` };
    const target = [profileValues.user_id, profileValues.field_id];
    await tx.insert(profileValues).values(rows).onConflictDoUpdate({ target, set });
  }
  const gone = changed.flatMap(([{ id }, value]) => (value === null ? [id] : []));
  if (gone.length > 0) {
    await tx
      .delete(profileValues)
      .where(and(eq(profileValues.user_id, person.id), inArray(profileValues.field_id, gone)));
  }
  const audience = await audienceOfUser(context, person);
  for (const [{ id }, value] of changed) {
    const html = rows.find(({ field_id }) => field_id === id)?.rendered_value ?? null;
    const custom_profile_field = { id, value, ...(html !== null && { rendered_value: html }) };
    const change = { user_id: person.id, custom_profile_field };
    context.emit({ payload: { type: 'realm_user', op: 'update', person: change }, audience });
  }
}

function changeable(
  { user }: ServiceContext,
  field: StoredProfileField | undefined,
  id: number,
): StoredProfileField {
  if (!field) throw badRequest(`Field id ${id} not found.`);
  if (!field.editable_by_user && !isAdministrator(user)) {
    throw badRequest(
      'You are not allowed to change this field. Contact an administrator to update it.',
    );
  }
  return field;
}

async function valuesOf({ tx }: ServiceContext, { id }: UserRow): Promise<Map<number, string>> {
  const rows = await tx
    .select({ field_id: profileValues.field_id, value: profileValues.value })
    .from(profileValues)
    .where(eq(profileValues.user_id, id));
  return new Map(rows.map(({ field_id, value }) => [field_id, value]));
}
