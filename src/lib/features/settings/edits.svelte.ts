import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import { NetworkFailure } from '../../api/errors';
import type { SettingName, UserSettings } from '../../api/settings-table';
import { useAccount, type Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import { useRooms } from '../../client/rooms.svelte';
import { useToasts } from '../../client/toasts';
import { updateSetting } from '../../client/update-setting';
import type { Toasts } from '../../ui/toasts.svelte';
import { groupWords, settingWords } from './words';

type Value = UserSettings[SettingName];

interface Edit {
  readonly value: Value;
  /** Why it is not saved; undefined while it is on its way. */
  readonly failure?: unknown;
}

/**
 * Settings that a person has changed, until the server has them. What it refuses stays as it was
 * wished, beside the reason; what found no connection is saved when there is one. One for each account.
 */
export class SettingEdits {
  readonly #account: Account;
  readonly #toasts: Toasts;
  readonly #edits = new SvelteMap<SettingName, Edit>();

  constructor(account: Account, toasts: Toasts) {
    this.#account = account;
    this.#toasts = toasts;
    $effect(() => {
      if (account.connection.kind !== 'online') return;
      untrack(() => {
        for (const [name, { failure, value }] of this.#edits) {
          if (failure instanceof NetworkFailure) void this.save(name, value);
        }
      });
    });
  }

  /** What the person wants it to be, else what the server has. */
  value(name: SettingName): Value | undefined {
    return this.#edits.get(name)?.value ?? this.#account.setting(name);
  }

  /** Why it is not saved, in words. */
  problem(name: SettingName): string | undefined {
    const failure = this.#edits.get(name)?.failure;
    return failure === undefined ? undefined : describe(failure);
  }

  /** Once; of several wishes while one is on its way the last counts. */
  async save(name: SettingName, value: Value): Promise<void> {
    const before = this.#account.setting(name);
    const open = this.#edits.get(name);
    const isUnderWay = open !== undefined && open.failure === undefined;
    if (!isUnderWay && value === before) return this.discard(name);
    this.#edits.set(name, { value });
    if (isUnderWay) return;
    for (let wanted: Value | undefined; wanted !== this.#edits.get(name)?.value;) {
      wanted = this.#edits.get(name)?.value;
      if (wanted === undefined) return;
      try {
        await updateSetting(this.#account, name, wanted as never);
      } catch (failure) {
        this.#edits.set(name, { value: this.#edits.get(name)?.value ?? wanted, failure });
        return;
      }
    }
    this.#edits.delete(name);
    this.#tell(name, before);
  }

  /** As the server has it. */
  discard(name: SettingName): void {
    this.#edits.delete(name);
  }

  #tell(name: SettingName, before: Value | undefined): void {
    const { group, label } = settingWords[name];
    this.#toasts.show({
      key: `setting-${name}`,
      tone: 'success',
      text: m.settings_saved({ group: groupWords[group](), setting: label() }),
      ...(before !== undefined && {
        action: { label: m.settings_undo(), run: () => void this.save(name, before) },
      }),
    });
  }
}

/** The account's one; to be asked for while a component starts. */
export function useSettingEdits(): SettingEdits {
  const [account, toasts] = [useAccount(), useToasts()];
  return useRooms().one(SettingEdits, () => new SettingEdits(account, toasts));
}
