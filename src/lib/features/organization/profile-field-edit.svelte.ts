import type { ProfileField } from '../../api/profile-fields';
import { changesSince } from './changes-since';
import { fieldChoiceTexts, profileFieldValues } from './profile-field-data';

type FieldValues = ReturnType<typeof profileFieldValues>;

/** Those that are kept as data of the field. */
const dataParts = ['field_data', 'subtype', 'url_pattern'] as const;
/** A switch has but one other place: two who change it agree. */
const texts = ['name', 'hint', ...dataParts] as const;
export type FieldText = (typeof texts)[number];

/** What somebody changes of a profile field, or tells of a new one, while others may change it, too. */
export class ProfileFieldEdit {
  /** As they stand in the controls. */
  readonly values: FieldValues;
  readonly #live: () => ProfileField | undefined;
  /** What changes are measured against: as it was at first, or what was seen of a change elsewhere. */
  #base: FieldValues;
  /** What was sent last: no answer may have come. */
  #asked = $state.raw<Partial<FieldValues>>({});

  /** `live`: the field as it is by now. */
  constructor(opened: ProfileField | undefined, live: () => ProfileField | undefined) {
    this.#base = $state.raw(profileFieldValues(opened));
    this.values = $state(profileFieldValues(opened));
    this.#live = live;
  }

  readonly now = $derived.by(() => profileFieldValues(this.#live()));
  readonly #arrived = $derived(
    Object.fromEntries(
      Object.entries(this.#asked).filter(([part, value]) => this.now[part as FieldText] === value),
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
  /** Changed elsewhere meanwhile, into something else. */
  readonly disputed = $derived(texts.filter((part) => this.#since.disputed.includes(part)));
  /** As it shall be: what is not changed here stays as it is by now. */
  readonly merged = $derived({ ...this.now, ...this.changes });
  /** All that was sent is so by now, and there is nothing else to send. */
  readonly isDone = $derived(
    !this.isChanged && Object.keys(this.#arrived).length === Object.keys(this.#asked).length,
  );

  /** The changes, about to be sent. */
  takeChanges(): Partial<FieldValues> {
    this.#asked = this.changes;
    return this.#asked;
  }

  /** What stands here shall replace what was changed elsewhere, which somebody has seen. */
  keepMine(part: FieldText): void {
    this.#base = { ...this.#base, [part]: this.now[part] };
  }
}
