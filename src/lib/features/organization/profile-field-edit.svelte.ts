import type { ProfileField } from '../../api/profile-fields';
import { fieldChoiceTexts, profileFieldValues } from './profile-field-data';

type Values = Readonly<Record<string, string | boolean>>;

/** Servers trim texts. */
const tidy = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/**
 * Of the values in `here`: those changed since `base` that differ from the current ones, and which
 * of them were also changed elsewhere to something else.
 */
export function changesSince<T extends Values>(
  base: T,
  here: T,
  now: T,
): { readonly changes: Partial<T>; readonly disputed: readonly (keyof T)[] } {
  const isSame = (one: T, other: T, key: keyof T) => tidy(one[key]) === tidy(other[key]);
  const changed = (Object.keys(here) as (keyof T)[]).filter(
    (key) => !isSame(base, here, key) && !isSame(here, now, key),
  );
  return {
    changes: Object.fromEntries(changed.map((key) => [key, tidy(here[key])])) as Partial<T>,
    disputed: changed.filter((key) => !isSame(base, now, key)),
  };
}

type FieldValues = ReturnType<typeof profileFieldValues>;

/** Parts stored in the field's data. */
const dataParts = ['field_data', 'subtype', 'url_pattern'] as const;
/** Switches are left out: two people who change one change it to the same value. */
const texts = ['name', 'hint', ...dataParts] as const;
export type FieldText = (typeof texts)[number];

/** The user's edits to a profile field, existing or new, while others can change it too. */
export class ProfileFieldEdit {
  /** Current values of the controls. */
  readonly values: FieldValues;
  readonly #live: () => ProfileField | undefined;
  /**
   * What changes are compared with: the initial values, or a change from elsewhere that the user
   * has seen.
   */
  #base: FieldValues;
  /** The changes sent last. Their response might be lost. */
  #requestedValues = $state.raw<Partial<FieldValues>>({});

  /** `live`: the current field. */
  constructor(opened: ProfileField | undefined, live: () => ProfileField | undefined) {
    this.#base = $state.raw(profileFieldValues(opened));
    this.values = $state(profileFieldValues(opened));
    this.#live = live;
  }

  readonly now = $derived.by(() => profileFieldValues(this.#live()));
  readonly #arrived = $derived(
    Object.fromEntries(
      Object.entries(this.#requestedValues).filter(
        ([part, value]) => this.now[part as FieldText] === value,
      ),
    ),
  );
  readonly #since = $derived.by(() => {
    const field_data = fieldChoiceTexts(this.values.field_data).join('\n');
    const base = { ...this.#base, ...this.#arrived };
    return changesSince(base, { ...this.values, field_data }, this.now);
  });
  readonly changes = $derived(this.#since.changes);
  readonly isChanged = $derived(Object.keys(this.changes).length > 0);
  readonly hasNewData = $derived(dataParts.some((part) => this.changes[part] !== undefined));
  /** Also changed elsewhere, to something else. */
  readonly disputed = $derived(texts.filter((part) => this.#since.disputed.includes(part)));
  /** The field to save: parts not edited here keep their current value. */
  readonly merged = $derived({ ...this.now, ...this.changes });
  /** Everything sent has been saved, and there is nothing else to send. */
  readonly isDone = $derived(
    !this.isChanged &&
      Object.keys(this.#arrived).length === Object.keys(this.#requestedValues).length,
  );

  /** Returns the changes to send and remembers them. */
  takeChanges(): Partial<FieldValues> {
    this.#requestedValues = this.changes;
    return this.#requestedValues;
  }

  /** Keeps the user's text instead of the other change, which the user has seen. */
  keepMine(part: FieldText): void {
    this.#base = { ...this.#base, [part]: this.now[part] };
  }
}
