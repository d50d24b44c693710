import { SvelteMap } from 'svelte/reactivity';
import type { ParamsOf } from '../../api/define';
import { updateRealm } from '../../api/realm';
import { m } from '$lib/paraglide/messages';
import { useAccount, type Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import { useToasts } from '../../client/toasts';
import type { Toasts } from '../../ui/toasts.svelte';

interface Edit {
  readonly value: unknown;
  /** Why it is not saved; undefined while it is on its way. */
  readonly problem?: string;
}

/**
 * Settings of the organization, each saved as soon as it is chosen. What the server refuses stays as
 * it was wished, beside the reason. Made while a component starts.
 */
export class RealmEdits {
  readonly #account: Account = useAccount();
  readonly #toasts: Toasts = useToasts();
  readonly #edits = new SvelteMap<string, Edit>();

  /** What is wished, else what the server has. */
  value(name: string, server: unknown): unknown {
    const edit = this.#edits.get(name);
    return edit ? edit.value : server;
  }

  problem(name: string): string | undefined {
    return this.#edits.get(name)?.problem;
  }

  /** `wire` says a value in the words of the request. */
  async save(
    name: string,
    label: string,
    value: unknown,
    before: unknown,
    wire: (value: unknown, old: unknown) => unknown,
  ): Promise<void> {
    this.#edits.set(name, { value });
    try {
      const params = { [name]: wire(value, before) } as ParamsOf<typeof updateRealm>;
      await this.#account.call(updateRealm, params);
    } catch (failure) {
      this.#edits.set(name, { value, problem: describe(failure) });
      return;
    }
    // The event of it may be on its way still.
    this.#account.assume({ kind: 'realm/update', id: -1, property: name, value });
    this.#edits.delete(name);
    this.#toasts.show({
      key: `realm-${name}`,
      tone: 'success',
      text: m.organization_setting_saved({ setting: label }),
      ...(before !== undefined && {
        action: {
          label: m.settings_undo(),
          run: () => void this.save(name, label, before, value, wire),
        },
      }),
    });
  }
}
