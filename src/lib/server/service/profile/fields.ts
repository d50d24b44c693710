import type { ProfileField } from '$lib/api/profile-fields';
import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { profileFields } from '../db/schema/profile-fields';
import { lockRealm } from '../realm/lock';

export type StoredProfileField = typeof profileFields.$inferSelect;

/** The organization's fields in order. */
export function loadProfileFields({
  tx,
  realm,
}: Pick<ServiceContext, 'tx' | 'realm'>): Promise<StoredProfileField[]> {
  return tx
    .select()
    .from(profileFields)
    .where(eq(profileFields.realm_id, realm.id))
    .orderBy(asc(profileFields.order), asc(profileFields.id));
}

/** The same for changing them: other callers wait until the transaction ends. */
export async function lockProfileFields(context: ServiceContext): Promise<StoredProfileField[]> {
  await lockRealm(context);
  return loadProfileFields(context);
}

/** https://zulip.com/api/get-custom-profile-fields */
export function wireProfileField(row: StoredProfileField): ProfileField {
  const { id, type, order, name, hint, field_data, required, editable_by_user } = row;
  return {
    ...{ id, type, order, name, hint, field_data, required, editable_by_user },
    // Only included if set.
    ...(row.display_in_profile_summary && { display_in_profile_summary: true }),
  } as ProfileField;
}

/** Sends everyone the current list. */
export async function announceProfileFields(context: ServiceContext): Promise<void> {
  const fields = (await loadProfileFields(context)).map(wireProfileField);
  context.emit({ payload: { type: 'custom_profile_fields', fields }, audience: 'realm' });
}
