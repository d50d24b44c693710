import type { ProfileField } from '$lib/api/profile-fields';
import { asc, eq } from 'drizzle-orm';
import type { Context } from '../context';
import { profileFields } from '../db/schema/profile-fields';
import { lockRealm } from '../realm/lock';

export type FieldRow = typeof profileFields.$inferSelect;

/** The organization's fields in its order. */
export function loadFields({ tx, realm }: Pick<Context, 'tx' | 'realm'>): Promise<FieldRow[]> {
  return tx
    .select()
    .from(profileFields)
    .where(eq(profileFields.realm_id, realm.id))
    .orderBy(asc(profileFields.order), asc(profileFields.id));
}

/** The same for who will change them: others who want to wait until the transaction ends. */
export async function lockFields(context: Context): Promise<FieldRow[]> {
  await lockRealm(context);
  return loadFields(context);
}

/** https://zulip.com/api/get-custom-profile-fields */
export function wireField(row: FieldRow): ProfileField {
  const { id, type, order, name, hint, field_data, required, editable_by_user } = row;
  return {
    ...{ id, type, order, name, hint, field_data, required, editable_by_user },
    // Named only where it is so.
    ...(row.display_in_profile_summary && { display_in_profile_summary: true }),
  } as ProfileField;
}

/** Tells everybody the whole list, as it is now. */
export async function announceFields(context: Context): Promise<void> {
  const fields = (await loadFields(context)).map(wireField);
  context.emit({ payload: { type: 'custom_profile_fields', fields }, audience: 'realm' });
}
