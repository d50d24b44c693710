import { fieldTypes, type FieldType, type ProfileField } from '../../api/profile-fields';
import { m } from '$lib/paraglide/messages';

export const profileFieldTypeLabels: Readonly<Record<FieldType, () => string>> = {
  [fieldTypes.short_text]: m.organization_profile_1,
  [fieldTypes.long_text]: m.organization_profile_2,
  [fieldTypes.select]: m.organization_profile_3,
  [fieldTypes.date]: m.organization_profile_4,
  [fieldTypes.link]: m.organization_profile_5,
  [fieldTypes.users]: m.organization_profile_6,
  [fieldTypes.external_account]: m.organization_profile_7,
  [fieldTypes.pronouns]: m.organization_profile_8,
};

type FieldData = Readonly<Record<string, string | Record<string, string>>>;

function parse(field_data: string | undefined): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(field_data ?? '');
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

interface Choice {
  readonly key: string;
  readonly text: string;
}

function choicesIn(field_data: string | undefined): readonly Choice[] {
  return Object.entries(parse(field_data))
    .map(([key, value]) => ({ key, ...(value as { text?: string; order?: string }) }))
    .sort((a, b) => Number(a.order ?? 0) - Number(b.order ?? 0))
    .map(({ key, text = '' }) => ({ key, text }));
}

/** The choices of a field, one per line. */
export function fieldChoiceLines(field_data: string | undefined): string {
  return choicesIn(field_data)
    .map(({ text }) => text)
    .join('\n');
}

export function fieldChoiceTexts(lines: string): readonly string[] {
  return [...new Set(lines.split('\n').map((line) => line.trim()))].filter(Boolean);
}

/** Data for the wire. A choice with the same text keeps its key and thus everyone's answers. */
export function fieldChoiceData(lines: string, field_data: string | undefined): FieldData {
  const keys = new Map(choicesIn(field_data).map(({ key, text }) => [text.trim(), key]));
  let next = Math.max(-1, ...[...keys.values()].map(Number).filter(Number.isFinite)) + 1;
  return Object.fromEntries(
    fieldChoiceTexts(lines).map((text, at) => [
      keys.get(text) ?? `${next++}`,
      { text, order: `${at + 1}` },
    ]),
  );
}

/** Type of an external account, and the URL pattern of custom types. */
export function externalAccountKind(field_data: string | undefined): {
  readonly subtype: string;
  readonly url_pattern: string;
} {
  const { subtype, url_pattern } = parse(field_data);
  return {
    subtype: typeof subtype === 'string' ? subtype : 'custom',
    url_pattern: typeof url_pattern === 'string' ? url_pattern : '',
  };
}

/** The settings of a field as its controls show them; defaults for a new field. */
export function profileFieldValues(field: ProfileField | undefined) {
  return {
    name: field?.name ?? '',
    hint: field?.hint ?? '',
    /** Choices, one per line. */
    field_data: fieldChoiceTexts(fieldChoiceLines(field?.field_data)).join('\n'),
    ...externalAccountKind(field?.field_data),
    display_in_profile_summary: field?.display_in_profile_summary ?? false,
    required: field?.required ?? false,
    editable_by_user: field?.editable_by_user ?? true,
  };
}
