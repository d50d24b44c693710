import * as v from 'valibot';
import { parsedAs } from '../../api/parsed-as';
import { accountLanguages } from '../../api/account-languages';
import type { Channel } from '../../api/channel';
import { isInkwell } from '../../api/feature-level';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import type { RealmSettingLabel } from './realm-setting-labels';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The value of a request that means no limit. */
const unlimited = 'unlimited';
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Converts a value of the state to a choice's text. */
export function realmValueToChoice(
  name: string,
  { kind }: RealmSettingLabel,
  value: unknown,
): unknown {
  if (kind === 'seconds') return value === null ? unlimited : value;
  if (kind === 'days') return value === -1 ? unlimited : value;
  return name === 'jitsi_server_url' && value === null ? 'default' : value;
}

/** Converts a chosen or typed text to a value of the state. */
export function choiceToRealmValue(
  name: string,
  { kind }: RealmSettingLabel,
  chosen: unknown,
): unknown {
  if (chosen === unlimited) return kind === 'days' ? -1 : null;
  if (name === 'jitsi_server_url' && chosen === 'default') return null;
  const isNumber = (kind && kind !== 'language') || Object.hasOwn(choicesKeyOf, name);
  return isNumber ? Number(chosen) : chosen;
}

/**
 * State properties in which a server lists a setting's options, because its numbers differ from
 * Inkwell's.
 */
const choicesKeyOf: Readonly<Record<string, string>> = {
  giphy_rating: 'giphy_rating_options',
  video_chat_provider: 'realm_available_video_chat_providers',
};

const serverChoicesSchema = v.record(v.string(), v.object({ name: v.string(), id: v.number() }));

/**
 * Options labeled by the server. Undefined if it lists none, and for the Inkwell server, whose
 * options have better labels here.
 */
export function serverChoices(
  name: string,
  state: Account['state'],
): readonly Choice[] | undefined {
  if (!state || isInkwell(state) || !Object.hasOwn(choicesKeyOf, name)) return undefined;
  const offered = (state as Readonly<Record<string, unknown>>)[choicesKeyOf[name] ?? ''];
  const options = parsedAs(serverChoicesSchema, offered);
  return (
    options && Object.values(options).map(({ name: label, id }) => ({ value: `${id}`, label }))
  );
}

/** Options of settings for which the schema lists none. */
export function realmChoicesOf(
  { kind }: RealmSettingLabel,
  value: unknown,
  channels: Iterable<Channel>,
): readonly Choice[] | undefined {
  if (kind === undefined) return undefined;
  const own = `${value as string}`;
  const all = choices(kind, channels, own);
  if (all.some((one) => one.value === own)) return all;
  const label = kind === 'seconds' ? formatSpan(Number(own)) : own;
  return [...all, { value: own, label }];
}

function choices(
  kind: NonNullable<RealmSettingLabel['kind']>,
  channels: Iterable<Channel>,
  own: string,
): readonly Choice[] {
  const none = { value: unlimited, label: m.organization_unlimited() };
  if (kind === 'seconds') {
    const times = [minute, 2 * minute, 10 * minute, hour, day, 7 * day, 30 * day];
    return [none, ...times.map((time) => ({ value: `${time}`, label: formatSpan(time) }))];
  }
  if (kind === 'days') {
    const times = [30, 90, 365, 730];
    return [none, ...times.map((count) => ({ value: `${count}`, label: m.ui_days({ count }) }))];
  }
  if (kind === 'language') {
    return Object.entries(accountLanguages).map(([value, label]) => ({ value, label }));
  }
  const named = [...channels]
    .filter(
      ({ is_archived, invite_only, stream_id }) =>
        `${stream_id}` === own || (!is_archived && (kind === 'channel' || invite_only)),
    )
    .map(({ stream_id, name }) => ({ value: `${stream_id}`, label: `#${name}` }));
  return [{ value: '-1', label: m.organization_no_channel() }, ...named];
}

function formatSpan(seconds: number): string {
  if (seconds % day === 0) return m.ui_days({ count: seconds / day });
  if (seconds % hour === 0) return m.organization_hours({ count: seconds / hour });
  return m.organization_minutes({ count: Math.round(seconds / minute) });
}
