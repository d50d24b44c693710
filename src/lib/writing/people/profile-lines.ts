import * as v from 'valibot';
import { parsedAs } from '../../api/parsed-as';
import { webPageUrl } from '../../ui/rendered/allowed-html';
import { fieldTypes, profileFieldSchema, type ProfileField } from '../../api/profile-fields';
import { dayNumber } from '../../time/day-number';
import { cachePerLocale } from '../../ui/cache-per-locale';
import { choicesOfField, userIdsInValue } from './profile-values';

/** A profile field, formatted for display. */
export interface ProfileLine {
  readonly id: number;
  readonly type: number;
  readonly name: string;
  readonly text: string;
  readonly href?: string | undefined;
  /** HTML from the server, for text fields. */
  readonly html?: string | undefined;
  /** The users in the value whose names are known. */
  readonly people?: readonly { readonly id: number; readonly name: string }[] | undefined;
  /** Whether it belongs to the short profile. */
  readonly isSummary: boolean;
}

export type ProfileValues = Readonly<
  Record<
    string,
    { readonly value?: string | null | undefined; readonly rendered_value?: string | undefined }
  >
>;

export interface ProfileReader {
  readonly nameOf: (user_id: number) => string | undefined;
  readonly locale: string;
  /** `realm_default_external_accounts` of the state: sites that the server knows. */
  readonly accounts?: unknown;
}

/** In the organization's order; empty if they can't be parsed. */
export function parseProfileFields(fields: unknown): readonly ProfileField[] {
  const known = parsedAs(v.array(profileFieldSchema), fields) ?? [];
  return known.toSorted((a, b) => a.order - b.order);
}

/** A user's profile fields that have a value, in the organization's order. */
export function profileLines(
  fields: readonly ProfileField[],
  values: ProfileValues,
  { nameOf, locale, accounts }: ProfileReader,
): readonly ProfileLine[] {
  return fields.flatMap((field): readonly ProfileLine[] => {
    const { id, name, type, field_data, display_in_profile_summary: isSummary } = field;
    const { value, rendered_value } = values[id] ?? {};
    if (!value) return [];
    const line = { id, type, name, text: value, isSummary };
    switch (type) {
      case fieldTypes.short_text:
      case fieldTypes.long_text:
        return [{ ...line, html: rendered_value }];
      case fieldTypes.select: {
        const choice = choicesOfField({ field_data }).find((one) => one.value === value);
        return choice ? [{ ...line, text: choice.label }] : [];
      }
      case fieldTypes.date:
        return [{ ...line, text: dayOf(value, locale) }];
      case fieldTypes.link:
        return [{ ...line, href: webPageUrl(value) }];
      case fieldTypes.external_account: {
        const pattern = patternOf(field_data, accounts);
        const page = pattern?.replaceAll('%(username)s', encodeURIComponent(value));
        return [{ ...line, href: page && webPageUrl(page) }];
      }
      case fieldTypes.users: {
        const people = userIdsInValue(value).flatMap((person) => {
          const known = nameOf(person);
          return known === undefined ? [] : [{ id: person, name: known }];
        });
        const names = people.map((person) => person.name);
        return people.length > 0 ? [{ ...line, text: lists(locale).format(names), people }] : [];
      }
      default:
        return [line];
    }
  });
}

// Cached because there can be ten thousand people to format.
const lists = cachePerLocale((locale) => new Intl.ListFormat(locale));
const days = cachePerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);

const accountSchema = v.object({
  subtype: v.optional(v.string(), 'custom'),
  url_pattern: v.optional(v.string()),
});
const sitesSchema = v.record(v.string(), v.object({ url_pattern: v.string() }));

/** URL pattern of an external account: the field's own, or that of a site the server knows. */
function patternOf(field_data: string | undefined, accounts: unknown): string | undefined {
  try {
    const kind = v.parse(accountSchema, JSON.parse(field_data ?? ''));
    if (kind.subtype === 'custom') return kind.url_pattern;
    const sites = v.parse(sitesSchema, accounts);
    return Object.hasOwn(sites, kind.subtype) ? sites[kind.subtype]?.url_pattern : undefined;
  } catch {
    return undefined;
  }
}

/** Formats a calendar date, for example `2026-11-23`. */
function dayOf(value: string, locale: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (!year) return value;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return days(locale).format(dayNumber(date) * 86_400_000);
}
