import * as v from 'valibot';
import { address } from '../../../ui/rendered/allowed';
import { fieldTypes, profileFieldSchema } from '../../../api/profile-fields';
import { dayNumber } from '../../../time/dates';
import { choicesOfField, peopleOf } from '../../../writing/profile-values';

/** A field of somebody's profile as it is read. */
export interface ProfileLine {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly href?: string | undefined;
  /** As the server renders it, of long texts. */
  readonly html?: string | undefined;
}

type Values = Readonly<
  Record<
    string,
    { readonly value?: string | null | undefined; readonly rendered_value?: string | undefined }
  >
>;

/** What somebody says of themselves, in the organization's order; what they left out is left out. */
export function profileLines(
  fields: unknown,
  values: Values,
  nameOf: (user_id: number) => string | undefined,
  locale: string,
): readonly ProfileLine[] {
  const known = v.safeParse(v.array(profileFieldSchema), fields);
  if (!known.success) return [];
  return known.output
    .toSorted((a, b) => a.order - b.order)
    .flatMap(({ id, name, type, field_data }) => {
      const { value, rendered_value } = values[id] ?? {};
      if (!value) return [];
      const line = { id, name, text: value };
      switch (type) {
        case fieldTypes.long_text:
          return [{ ...line, html: rendered_value }];
        case fieldTypes.select: {
          const choice = choicesOfField({ field_data }).find((one) => one.value === value);
          return choice ? [{ ...line, text: choice.label }] : [];
        }
        case fieldTypes.date:
          return [{ ...line, text: dayOf(value, locale) }];
        case fieldTypes.link:
          return [
            { ...line, href: /^https?:/i.test(value) && address.test(value) ? value : undefined },
          ];
        case fieldTypes.users: {
          const names = peopleOf(value).flatMap((person) => nameOf(person) ?? []);
          return names.length > 0
            ? [{ ...line, text: new Intl.ListFormat(locale).format(names) }]
            : [];
        }
        default:
          return [line];
      }
    });
}

/** A day of the calendar, `2026-11-23`, as people write it. */
function dayOf(value: string, locale: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (!year) return value;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const words = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return words.format(dayNumber(date) * 86_400_000);
}
