import * as v from 'valibot';
import { channelPermissions } from '../../api/channels';
import { groupSetting } from '../../api/group-setting';
import { accountStore } from '../../client/account/account-stores.svelte';
import { UnsavedEditStore } from '../../client/storage/unsaved-edit-store.svelte';
import {
  channelFormFields,
  emptyChannelForm,
  type ChannelFormField,
  type ChannelFormValues,
} from './channel-form-values';

/** Unsaved edits of one channel. */
export interface ChannelFormDraft {
  readonly values: Partial<ChannelFormValues>;
  /** The value that each edit replaces, as the user saw it. */
  readonly base: Partial<ChannelFormValues>;
  /** For a new channel: ids of the initial subscribers. */
  readonly subscribers?: readonly number[] | undefined;
  /** Ids of groups whose members are initial subscribers. */
  readonly groups?: readonly number[] | undefined;
  readonly announce?: boolean | undefined;
  readonly tellPeople?: boolean | undefined;
}

const nothing: ChannelFormDraft = { values: {}, base: {} };

const ids = v.optional(v.array(v.number()));
const values: v.GenericSchema<unknown, Partial<ChannelFormValues>> = v.partial(
  v.object({
    ...channelFormFields.entries,
    ...Object.fromEntries(channelPermissions.map((name) => [name, groupSetting])),
  }),
);
const schema: v.GenericSchema<unknown, ChannelFormDraft> = v.object({
  values,
  base: values,
  subscribers: ids,
  groups: ids,
  announce: v.optional(v.boolean()),
  tellPeople: v.optional(v.boolean()),
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Unsaved edits of channels, by id or `new`, stored on this device: they outlive the page and a
 * reload. One instance per account.
 */
export class ChannelFormDrafts {
  readonly #typed: UnsavedEditStore<ChannelFormDraft>;

  constructor(account: string) {
    this.#typed = new UnsavedEditStore<ChannelFormDraft>(account, 'channel', schema, isSame);
  }

  of(channel: number | 'new'): ChannelFormDraft {
    return this.#typed.get(String(channel)) ?? nothing;
  }

  has(channel: number | 'new'): boolean {
    return this.#typed.get(String(channel)) !== undefined;
  }

  put(channel: number | 'new', typed: Partial<Omit<ChannelFormDraft, 'base'>>): void {
    const before = this.of(channel);
    this.#keep(channel, { ...before, ...typed, values: { ...before.values, ...typed.values } });
  }

  /** Sets edited values. `seen` are the values they replace. */
  change(stream_id: number, values: Partial<ChannelFormValues>, seen: ChannelFormValues): void {
    const { base } = this.of(stream_id);
    const fields = Object.keys(values) as ChannelFormField[];
    this.put(stream_id, { values });
    this.#rebase(stream_id, { ...pick(seen, fields), ...base });
    // Values equal to the original are no longer edits.
    for (const field of fields) if (isSame(values[field], seen[field])) this.drop(stream_id, field);
  }

  /** Keeps the edited value, overwriting the one seen now. */
  insist(stream_id: number, field: ChannelFormField, seen: ChannelFormValues): void {
    this.#rebase(stream_id, { ...this.of(stream_id).base, ...pick(seen, [field]) });
  }

  /** Discards one edited value. */
  drop(stream_id: number, field: ChannelFormField): void {
    const { values, base } = this.of(stream_id);
    const { [field]: _value, ...otherValues } = values;
    const { [field]: _base, ...otherBase } = base;
    this.#keep(stream_id, { values: otherValues, base: otherBase });
  }

  forget(channel: number | 'new'): void {
    this.#typed.drop(String(channel));
  }

  /** Restores earlier edits. */
  restore(channel: number | 'new', typed: ChannelFormDraft): void {
    this.#keep(channel, typed);
  }

  #rebase(stream_id: number, base: Partial<ChannelFormValues>): void {
    this.#keep(stream_id, { ...this.of(stream_id), base });
  }

  #keep(channel: number | 'new', typed: ChannelFormDraft): void {
    const key = String(channel);
    if (isEmpty(channel, typed)) this.#typed.drop(key);
    else this.#typed.put(key, typed);
  }
}

/** Whether the edits contain nothing worth keeping. */
function isEmpty(
  channel: number | 'new',
  { values, base: _base, ...more }: ChannelFormDraft,
): boolean {
  if (Object.values(more).some((one) => one !== undefined)) return false;
  const entries = Object.entries(values);
  if (channel !== 'new') return entries.length === 0;
  return entries.every(([field, value]) =>
    isSame(value, emptyChannelForm[field as ChannelFormField]),
  );
}

function pick(
  values: ChannelFormValues,
  fields: readonly ChannelFormField[],
): Partial<ChannelFormValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

export const useChannelFormDrafts = accountStore(
  ({ account }) => new ChannelFormDrafts(account.id),
);
