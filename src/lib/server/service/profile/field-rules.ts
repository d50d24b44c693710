import { fieldTypes, maxSummaryFields, type FieldType } from '$lib/api/profile-fields';
import * as v from 'valibot';
import { badRequest, invalidValues } from '../failure';
import { defaultExternalAccounts, isDefaultExternalAccount } from './external-accounts';
import type { StoredProfileField } from './fields';

type FieldData = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
/** What administrators set for a field. */
export type ProfileFieldValues = Pick<
  StoredProfileField,
  'name' | 'hint' | 'field_data' | 'display_in_profile_summary' | 'required' | 'editable_by_user'
>;
export type ProfileFieldInput = {
  readonly [K in keyof Omit<ProfileFieldValues, 'field_data'>]?: ProfileFieldValues[K] | undefined;
} & { readonly field_data?: FieldData | undefined };

const standard: ProfileFieldValues = {
  name: '',
  hint: '',
  field_data: '',
  display_in_profile_summary: false,
  required: false,
  editable_by_user: true,
};

/**
 * A field to store. `before` is its current state. Throws 400 if it breaks a rule of
 * https://zulip.com/api/create-custom-profile-field
 */
export function readProfileField(
  type: FieldType,
  given: ProfileFieldInput,
  others: readonly StoredProfileField[],
  before?: StoredProfileField,
): ProfileFieldValues {
  const old = before ?? standard;
  const { field_data: data, ...plain } = given;
  const kept = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const values: ProfileFieldValues = { ...pick(old), ...kept };
  if (data !== undefined || !before) values.field_data = readData(type, data ?? {});
  nameDefault(values, before);
  if (values.name === '') throw invalidValues('name', 'Label cannot be blank.');
  if (others.some(({ name }) => name === values.name)) {
    throw invalidValues('name', 'A field with that label already exists.');
  }
  if (values.display_in_profile_summary) checkSummary(type, others);
  return values;
}

/** Throws 400 if an imported field's data couldn't be entered here. */
export function checkStoredField({ type, field_data }: StoredProfileField): void {
  if (!Object.values<number>(fieldTypes).includes(type)) throw badRequest('Invalid field type.');
  if (field_data === '') return;
  const data = v.safeParse(storedData, field_data);
  if (!data.success || readData(type as FieldType, data.output) === '') {
    throw badRequest('Invalid field data.');
  }
}

const storedData = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): unknown => {
    try {
      return JSON.parse(dataset.value);
    } catch {
      addIssue({ message: 'is no JSON' });
      return NEVER;
    }
  }),
  v.record(v.string(), v.union([v.string(), v.record(v.string(), v.string())])),
);

function pick(row: ProfileFieldValues): ProfileFieldValues {
  const { name, hint, field_data, display_in_profile_summary, required, editable_by_user } = row;
  return { name, hint, field_data, display_in_profile_summary, required, editable_by_user };
}

/** For a known site, the server sets name, hint and data. Throws if they are changed. */
function nameDefault(values: ProfileFieldValues, before: StoredProfileField | undefined): void {
  const old = before && subtypeOf(before);
  if (before && isDefaultExternalAccount(old)) {
    const { name, hint, field_data } = before;
    if (name === values.name && hint === values.hint && field_data === values.field_data) return;
    throw badRequest('Default custom field cannot be updated.');
  }
  const subtype = subtypeOf(values);
  if (!isDefaultExternalAccount(subtype)) return;
  if (before) throw badRequest("A custom external account can't become a default one.");
  values.name = defaultExternalAccounts[subtype].name;
  values.hint = defaultExternalAccounts[subtype].hint;
}

function subtypeOf({ field_data }: Pick<StoredProfileField, 'field_data'>): unknown {
  return field_data === '' ? undefined : (JSON.parse(field_data) as FieldData)['subtype'];
}

function checkSummary(type: FieldType, others: readonly StoredProfileField[]): void {
  if (type === fieldTypes.long_text || type === fieldTypes.users) {
    throw badRequest('Field type not supported for display in profile summary.');
  }
  const shown = others.filter((other) => other.display_in_profile_summary).length;
  if (shown >= maxSummaryFields) {
    throw badRequest(
      `Only ${maxSummaryFields} custom profile fields can be displayed in the profile summary.`,
    );
  }
}

function readData(type: FieldType, data: FieldData): string {
  if (type === fieldTypes.select) return JSON.stringify(readChoices(data));
  if (type === fieldTypes.external_account) return JSON.stringify(readAccount(data));
  return '';
}

function readChoices(data: FieldData): FieldData {
  const choices = Object.entries(data);
  if (choices.length === 0)
    throw invalidValues('field_data', 'Field must have at least one choice.');
  const texts = new Set<string>();
  for (const [key, choice] of choices) {
    if (typeof choice === 'string') throw badRequest(`field_data["${key}"] is not an object`);
    const { text, order, ...more } = choice;
    if (!text?.trim()) throw badRequest(`field_data["${key}"]["text"] cannot be blank.`);
    if (!order?.trim()) throw badRequest(`field_data["${key}"]["order"] cannot be blank.`);
    if (Object.keys(more).length > 0) {
      throw badRequest(`field_data["${key}"] can only have the keys text and order`);
    }
    if (/\0/.test(key + text + order)) throw badRequest('field_data must not contain null bytes');
    if (texts.has(text)) throw badRequest('Field must not have duplicate choices.');
    texts.add(text);
  }
  return data;
}

const placeholder = '%(username)s';

function readAccount({ subtype, url_pattern, ...more }: FieldData): FieldData {
  if (Object.keys(more).length > 0) {
    throw badRequest('field_data can only have the keys subtype and url_pattern');
  }
  if (isDefaultExternalAccount(subtype)) return { subtype };
  if (subtype !== 'custom') throw badRequest('Invalid external account type');
  if (typeof url_pattern !== 'string') {
    throw badRequest('Custom external account must define URL pattern');
  }
  const parts = url_pattern.split(placeholder);
  if (parts.length !== 2 || !isWebAddress(parts.join('username'))) {
    throw badRequest('Malformed URL pattern.');
  }
  return { subtype, url_pattern };
}

/** Only web URLs, so that following one can't run anything else. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && username === '' && password === '';
}
