import * as v from 'valibot';
import { callGateway } from './session';

/**
 * Signs the account out of all other browsers; apps that hold its key stay signed in. Throws
 * `AnyFailure`.
 */
export async function requestSignOutElsewhere(account: string): Promise<void> {
  await callGateway('DELETE', `/session/${encodeURIComponent(account)}/others`, {}, v.object({}));
}

/** The same, and replaces the key, which also signs out other apps. Throws `AnyFailure`. */
export async function requestNewKey(account: string): Promise<void> {
  await callGateway('POST', `/session/${encodeURIComponent(account)}/key`, {}, v.object({}));
}

export interface NewBot extends Record<string, unknown> {
  readonly full_name: string;
  readonly short_name: string;
  readonly bot_type: number;
}

/** Creates a bot, whose key can then be downloaded from `keyFileAddress`. Throws `AnyFailure`. */
export async function requestNewBot(account: string, bot: NewBot): Promise<void> {
  await callGateway('POST', `/session/${encodeURIComponent(account)}/bots`, bot, v.object({}));
}

/**
 * Replaces a bot's key; the new one can then be downloaded from `keyFileAddress`. Throws
 * `AnyFailure`.
 */
export async function requestNewBotKey(account: string, bot_id: number): Promise<void> {
  const path = `/session/${encodeURIComponent(account)}/bots/${bot_id}/key` as const;
  await callGateway('POST', path, {}, v.object({}));
}

/** Prepares the account's own key for download from `keyFileAddress`. Throws `AnyFailure`. */
export async function requestOwnKeyFile(account: string, password: string): Promise<void> {
  await callGateway(
    'POST',
    `/session/${encodeURIComponent(account)}/own-key`,
    { password },
    v.object({}),
  );
}

/** URL that downloads the key last created or requested, once, as a file: no page can read it. */
export function keyFileAddress(account: string): string {
  return `/session/${encodeURIComponent(account)}/key-file`;
}
