import * as v from 'valibot';
import { parsedAs } from '../../api/parsed-as';
import { fieldTypes, type ProfileField } from '../../api/profile-fields';
import { m } from '$lib/paraglide/messages';

const choicesSchema = v.record(v.string(), v.object({ text: v.string(), order: v.string() }));
const idsSchema = v.array(v.number());

/** The options of a `select` field in order, starting with none. */
export function choicesOfField({ field_data = '' }: Pick<ProfileField, 'field_data'>) {
  const choices = Object.entries(
    parsedAs(v.pipe(v.string(), v.parseJson(), choicesSchema), field_data) ?? {},
  )
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([value, { text }]) => ({ value, label: text }));
  return [{ value: '', label: m.settings_profile_no_choice() }, ...choices];
}

/** The ids in the value of a `users` field. */
export function userIdsInValue(value: string): number[] {
  return parsedAs(v.pipe(v.string(), v.parseJson(), idsSchema), value) ?? [];
}

/** A field's typed value in the form that is sent. */
export function toProfileValue(
  { type }: Pick<ProfileField, 'type'>,
  typed: string,
): string | number[] {
  return type === fieldTypes.users ? userIdsInValue(typed) : typed.trim();
}
