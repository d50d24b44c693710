import { tick, untrack } from 'svelte';
import { getStreamById, updateStream, type ChannelDetails } from '../../api/channels';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { setLongTimeout } from '../../client/set-long-timeout';
import type { FormSubmission } from '../../ui/form/form-submission';
import type { ChannelFormDraft, ChannelFormDrafts } from './channel-form-drafts.svelte';
import {
  channelFormValuesOf,
  channelUpdateParams,
  fieldRefusedBy,
  findConflictingFields,
  findOverwrittenValues,
  ignoredFields,
  type ChannelFormField,
  type ChannelFormValues,
} from './channel-form-values';
import { validateChannelForm, type ChannelFormProblems } from './validate-channel-form';

interface Ports {
  readonly account: Pick<Account, 'call'>;
  readonly drafts: ChannelFormDrafts;
  readonly submission: FormSubmission;
  readonly channel: () => ChannelDetails;
  readonly isDefault: () => boolean;
  /** Reads the channel again. Resolves once it shows. */
  readonly reread: () => Promise<unknown>;
  /** Conflicts stop the user from saving. */
  readonly onconflict: () => void;
}

/**
 * - `editing`: what is typed can be saved.
 * - `stopped`: someone else's change came first, so nothing was sent. Ends when that change shows.
 * - `saved`: a moment ago. Anyone who overwrites it now hasn't seen it, so it is restored as an edit.
 *   Ends with the moment, or with the next attempt.
 */
type Phase =
  | { readonly kind: 'editing' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'saved'; readonly stream_id: number; readonly draft: ChannelFormDraft };

/** What an attempt saves. The page can show another channel by the time of the reply. */
interface ChannelSave {
  readonly stream_id: number;
  readonly before: ChannelFormValues;
  readonly draft: ChannelFormDraft;
  readonly changes: ReturnType<typeof channelUpdateParams>;
}

/** Milliseconds within which someone else's change counts as simultaneous. */
const aMoment = 5000;

/**
 * The user's edits to a channel's settings while others can change them too. Create it where effects
 * run.
 */
export class ChannelSettingsEdit {
  readonly #ports: Ports;
  #phase = $state.raw<Phase>({ kind: 'editing' });
  /** Error messages by field. */
  problems = $state.raw<ChannelFormProblems>({});

  constructor(ports: Ports) {
    this.#ports = ports;
    $effect(() => this.#onShown());
    $effect(() => {
      if (this.#phase.kind !== 'saved') return undefined;
      return setLongTimeout(aMoment, () => this.#edit());
    });
  }

  /** What the server has. */
  readonly before = $derived.by(() =>
    channelFormValuesOf(this.#ports.channel(), this.#ports.isDefault()),
  );
  readonly draft = $derived.by(() => this.#ports.drafts.of(this.#id));
  readonly values = $derived({ ...this.before, ...this.draft.values });
  readonly conflicts = $derived(
    findConflictingFields(this.draft.base, this.before, this.draft.values),
  );
  readonly #changes = $derived(channelUpdateParams(this.before, this.values));
  readonly isChanged = $derived(Object.keys(this.#changes).length > 0);

  get #id(): number {
    return this.#ports.channel().stream_id;
  }

  /** The error that belongs to no field. */
  get problem(): string {
    const { field, problem } = this.#ports.submission;
    return field === undefined ? problem : '';
  }

  async save(): Promise<void> {
    const { submission } = this.#ports;
    if (submission.isPending || !this.isChanged) return;
    if (this.conflicts.length > 0) {
      submission.abandon();
      return this.#ports.onconflict();
    }
    this.problems = validateChannelForm(this.values);
    if (Object.keys(this.problems).length > 0) return submission.abandon();
    this.#edit();
    const { before, draft } = this;
    const changes = this.#changes;
    const saved: ChannelSave = { stream_id: this.#id, before, draft, changes };
    await submission.submit({
      send: () => this.#send(saved),
      content: saved.changes,
      isDone: () => {
        const wanted = { ...this.before, ...draft.values };
        return (
          this.#id === saved.stream_id &&
          Object.keys(channelUpdateParams(this.before, wanted)).length === 0
        );
      },
      refusedOf: (failure) => fieldRefusedBy(failure, changes),
      done: m.channels_saved({ name: this.values.name }),
      onDone: () => this.#onSaved(saved),
    });
    const { field, problem } = submission;
    if (field !== undefined) this.problems = { [field]: problem };
  }

  discard(): ChannelFormDraft {
    const dropped = this.draft;
    this.#ports.submission.abandon();
    this.problems = {};
    this.#ports.drafts.forget(this.#id);
    return dropped;
  }

  #edit(): void {
    this.#phase = { kind: 'editing' };
  }

  /** The values or the edits on the page have changed. */
  #onShown(): void {
    const { before, conflicts } = this;
    const phase = this.#phase;
    if (phase.kind === 'stopped' && conflicts.length > 0) {
      this.#edit();
      void tick().then(this.#ports.onconflict);
    } else if (phase.kind === 'saved' && phase.stream_id === this.#id) {
      const lost = findOverwrittenValues(phase.draft, before);
      if (!lost) return;
      this.#edit();
      untrack(() => this.#ports.drafts.restore(this.#id, lost));
    }
  }

  /** Returns an empty reason if the page shows by other means why not everything was saved. */
  async #send(saved: ChannelSave): Promise<string | undefined> {
    const { account, drafts, reread, isDefault } = this.#ports;
    const { stream_id } = saved;
    try {
      // The event of a change that someone just saved has possibly not arrived yet.
      const { stream } = await account.call(getStreamById, { stream_id });
      const { base, values } = drafts.of(stream_id);
      if (
        findConflictingFields(base, channelFormValuesOf(stream, isDefault()), values).length > 0
      ) {
        this.#phase = { kind: 'stopped' };
        void reread();
        return '';
      }
      const reply = await account.call(updateStream, { stream_id, ...saved.changes });
      await reread();
      const ignored = ignoredFields(reply);
      if (ignored.length === 0) return undefined;
      this.#keepOnly(ignored, saved);
      return '';
    } catch (failure) {
      void reread();
      throw failure;
    }
  }

  /** Keeps only the fields that the server doesn't support; the rest is saved. */
  #keepOnly(fields: readonly ChannelFormField[], { stream_id, draft }: ChannelSave): void {
    const { drafts } = this.#ports;
    for (const field of fieldsOf(drafts.of(stream_id))) {
      const isSaved =
        !fields.includes(field) && drafts.of(stream_id).values[field] === draft.values[field];
      if (isSaved) drafts.drop(stream_id, field);
    }
    this.problems = Object.fromEntries(fields.map((field) => [field, m.channels_field_ignored()]));
  }

  /** Keeps what was typed while saving, based on the saved values. */
  #onSaved({ stream_id, before, draft }: ChannelSave): void {
    const { drafts } = this.#ports;
    this.#phase = { kind: 'saved', stream_id, draft };
    const typed = drafts.of(stream_id);
    if (typed === draft) return drafts.forget(stream_id);
    for (const field of fieldsOf(typed)) {
      if (typed.values[field] === draft.values[field]) drafts.drop(stream_id, field);
      else drafts.insist(stream_id, field, { ...before, ...draft.values });
    }
  }
}

const fieldsOf = ({ values }: ChannelFormDraft) => Object.keys(values) as ChannelFormField[];
