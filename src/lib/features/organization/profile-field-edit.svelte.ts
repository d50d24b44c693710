import type { ProfileField } from '../../api/profile-fields';
import { changesSince } from './changes-since';
import { fieldChoiceTexts, profileFieldValues } from './profile-field-data';

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
