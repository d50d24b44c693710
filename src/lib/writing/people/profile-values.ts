import * as v from 'valibot';
import { fieldTypes, type ProfileField } from '../../api/profile-fields';
import { m } from '$lib/paraglide/messages';

const choicesSchema = v.record(v.string(), v.object({ text: v.string(), order: v.string() }));
const idsSchema = v.array(v.number());

/** What a field of the type `select` may be, in its order; none is one of them. */
export function choicesOfField({ field_data = '' }: Pick<ProfileField, 'field_data'>) {
  const choices = Object.entries(parsed(choicesSchema, field_data) ?? {})
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([value, { text }]) => ({ value, label: text }));
  return [{ value: '', label: m.settings_profile_no_choice() }, ...choices];
}

/** The ids in a value of the type `users`. */
export function userIdsInValue(value: string): number[] {
  return parsed(idsSchema, value) ?? [];
}

/** What was typed in a field, as it is sent. */
export function toProfileValue(
  { type }: Pick<ProfileField, 'type'>,
  typed: string,
): string | number[] {
  return type === fieldTypes.users ? userIdsInValue(typed) : typed.trim();
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, text: string): T | undefined {
  try {
    const found = v.safeParse(schema, JSON.parse(text));
    return found.success ? found.output : undefined;
  } catch {
    return undefined;
  }
}
