import { fieldTypes, type FieldType } from '$lib/api/profile-fields';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { profileFields, profileValues } from '../db/schema/profile-fields';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { changeProfileValues } from '../profile/change-values';
import { fieldChoiceKeysOf } from '../profile/check-value';
import { readProfileField } from '../profile/field-rules';
import {
  announceProfileFields,
  loadProfileFields,
  lockProfileFields,
  wireProfileField,
  type StoredProfileField,
} from '../profile/fields';

async function forgetChoices(
  { tx }: ServiceContext,
  before: StoredProfileField,
  after: StoredProfileField,
): Promise<void> {
  const left = new Set(fieldChoiceKeysOf(after));
  const gone = fieldChoiceKeysOf(before).filter((key) => !left.has(key));
  if (gone.length === 0) return;
  await tx
    .delete(profileValues)
    .where(and(eq(profileValues.field_id, before.id), inArray(profileValues.value, gone)));
}

function found(fields: readonly StoredProfileField[], field_id: number): StoredProfileField {
  const field = fields.find(({ id }) => id === field_id);
  if (!field) throw badRequest(`Field id ${field_id} not found.`);
  return field;
}

export const profileFieldHandlers = {
  getCustomProfileFields: async (context) => ({
    custom_fields: (await loadProfileFields(context)).map(wireProfileField),
  }),

  async createCustomProfileField(context, { field_type, ...given }) {
    const { tx, realm } = context;
    const values = readProfileField(field_type, given, await lockProfileFields(context));
    const [made] = await tx
      .insert(profileFields)
      .values({ ...values, realm_id: realm.id, type: field_type, order: 0 })
      .returning({ id: profileFields.id });
    const id = made!.id;
    // New fields come last: ids grow, and a given order starts at 0.
    await tx.update(profileFields).set({ order: id }).where(eq(profileFields.id, id));
    await recordAuditedChange(context, {
      action: 'profile_field.created',
      after: { id, ...values },
    });
    await announceProfileFields(context);
    return { id };
  },

  async reorderCustomProfileFields(context, { order }) {
    const fields = await lockProfileFields(context);
    const places = new Map(order.map((id, place) => [id, place]));
    const same = places.size === order.length && order.length === fields.length;
    if (!same || fields.some(({ id }) => !places.has(id)))
      throw badRequest('Invalid order mapping.');
    if (fields.every((field, place) => order[place] === field.id)) return;
    await context.tx.execute(sql`update profile_fields f set "order" = given.place - 1
    from unnest(${`{${order.join()}}`}::int[]) with ordinality as given(id, place)
    where f.id = given.id`);
    await recordAuditedChange(context, {
      action: 'profile_field.reordered',
      before: fields.map(({ id }) => id),
      after: order,
    });
    await announceProfileFields(context);
  },

  async updateCustomProfileField(context, { field_id, ...given }) {
    const fields = await lockProfileFields(context);
    const field = found(fields, field_id);
    const others = fields.filter((other) => other !== field);
    const values = readProfileField(field.type as FieldType, given, others, field);
    const names = Object.keys(values) as (keyof typeof values)[];
    const changed = names.filter((name) => values[name] !== field[name]);
    if (changed.length === 0) return;
    await context.tx.update(profileFields).set(values).where(eq(profileFields.id, field.id));
    if (field.type === fieldTypes.select) {
      await forgetChoices(context, field, { ...field, ...values });
    }
    const only = (all: typeof values) =>
      Object.fromEntries(changed.map((name) => [name, all[name]]));
    await recordAuditedChange(context, {
      action: 'profile_field.changed',
      before: { id: field_id, ...only(field) },
      after: { id: field_id, ...only(values) },
    });
    await announceProfileFields(context);
  },

  async deleteCustomProfileField(context, { field_id }) {
    const field = found(await lockProfileFields(context), field_id);
    await context.tx.delete(profileFields).where(eq(profileFields.id, field.id));
    const { name, type } = field;
    await recordAuditedChange(context, {
      action: 'profile_field.deleted',
      before: { id: field_id, name, type },
    });
    await announceProfileFields(context);
  },

  async updateProfileData(context, { data }) {
    await changeProfileValues(context, context.user, data);
  },

  async removeProfileData(context, { data }) {
    const values = data.map((id) => ({ id, value: null }));
    await changeProfileValues(context, context.user, values);
  },
} satisfies Partial<OperationHandlers>;
