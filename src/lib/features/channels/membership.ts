import { subscribe } from '../../api/channels';
import { unsubscribe } from '../../api/subscriptions';
import type { Account } from '../../client/account.svelte';

/** The contract's older operations know channels by name. */
interface Named {
  readonly name: string;
}

/** Subscribes these people, or oneself. Throws `AnyFailure`. */
export async function join(account: Account, { name }: Named, people?: readonly number[]) {
  const principals = people && { principals: [...people] };
  await account.call(subscribe, { subscriptions: [{ name }], ...principals });
}

/** Takes these people out, or oneself. Throws `AnyFailure`. */
export async function leave(account: Account, { name }: Named, people?: readonly number[]) {
  const principals = people && { principals: [...people] };
  await account.call(unsubscribe, { subscriptions: [name], ...principals });
}
