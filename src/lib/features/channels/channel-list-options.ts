/** Which channels a list contains. */
export const channelScopes = ['subscribed', 'all', 'archived'] as const;
export type ChannelScope = (typeof channelScopes)[number];

export const channelSorts = ['name', 'traffic', 'people', 'active', 'newest'] as const;
export type ChannelSort = (typeof channelSorts)[number];

/**
 * Facets of which a channel has one value each. Several selected values of a facet are
 * alternatives.
 */
export const facetNames = ['folder', 'privacy', 'activity', 'traffic', 'size'] as const;
export type FacetName = (typeof facetNames)[number];

/** Values of each facet. Folders use their ids, and `none`. */
const facetValues: Readonly<Record<Exclude<FacetName, 'folder'>, readonly string[]>> = {
  privacy: ['public', 'private', 'web'],
  activity: ['active', 'inactive'],
  traffic: ['busy', 'some', 'quiet', 'new'],
  size: ['large', 'middle', 'small'],
};

function isValue(name: FacetName, value: string): boolean {
  return name === 'folder' ? /^(?:none|\d{1,15})$/.test(value) : facetValues[name].includes(value);
}

/** Yes/no properties of a channel. All selected flags must match. */
export const flagNames = [
  'outside',
  'pinned',
  'muted',
  'post',
  'readable',
  'admin',
  'created',
  'default',
  'owner',
] as const;
export type FlagName = (typeof flagNames)[number];

/** Which channels the user wants to see, and in which order. */
export interface ChannelListOptions {
  readonly show: ChannelScope;
  readonly sort: ChannelSort;
  readonly values: Readonly<Partial<Record<FacetName, readonly string[]>>>;
  readonly flags: readonly FlagName[];
}

export const defaultListOptions: ChannelListOptions = {
  show: 'all',
  sort: 'name',
  values: {},
  flags: [],
};

/** More than the number of folders that anyone selects by hand. */
const maxFacetValues = 50;

/** Parses the options in a URL's query string. Unknown values are ignored. */
export function parseListOptions(search: string): ChannelListOptions {
  const params = new URLSearchParams(search);
  const listOf = (name: string) => (params.get(name) ?? '').split(',').filter(Boolean);
  const oneOf = <T extends string>(name: string, all: readonly T[], otherwise: T): T =>
    all.find((one) => one === params.get(name)) ?? otherwise;
  const is = listOf('is');
  return {
    show: oneOf('show', channelScopes, defaultListOptions.show),
    sort: oneOf('sort', channelSorts, defaultListOptions.sort),
    values: Object.fromEntries(
      facetNames
        .map((name) => {
          const values = new Set(listOf(name).filter((value) => isValue(name, value)));
          return [name, [...values].slice(0, maxFacetValues)] as const;
        })
        .filter(([, values]) => values.length > 0),
    ),
    flags: flagNames.filter((flag) => is.includes(flag)),
  };
}

/** The options as a query string with `?`; empty for the defaults. */
export function formatListOptions({ show, sort, values, flags }: ChannelListOptions): string {
  const parts: string[] = [];
  if (show !== defaultListOptions.show) parts.push(`show=${show}`);
  if (sort !== defaultListOptions.sort) parts.push(`sort=${sort}`);
  for (const name of facetNames) {
    const chosen = (values[name] ?? []).map(encodeURIComponent);
    if (chosen.length > 0) parts.push(`${name}=${chosen.join(',')}`);
  }
  if (flags.length > 0) parts.push(`is=${flags.join(',')}`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

export function countActiveFilters({ values, flags }: ChannelListOptions): number {
  return facetNames.reduce((sum, name) => sum + (values[name]?.length ?? 0), flags.length);
}

export function clearFilters(choice: ChannelListOptions): ChannelListOptions {
  return { ...choice, values: {}, flags: [] };
}

export function withFacetValue(
  choice: ChannelListOptions,
  name: FacetName,
  value: string,
  on: boolean,
): ChannelListOptions {
  const others = (choice.values[name] ?? []).filter((one) => one !== value);
  const next = on ? [...others, value] : others;
  const { [name]: _before, ...values } = choice.values;
  return { ...choice, values: next.length > 0 ? { ...values, [name]: next } : values };
}

export function withFlag(
  choice: ChannelListOptions,
  flag: FlagName,
  on: boolean,
): ChannelListOptions {
  const has = (one: FlagName) => (one === flag ? on : choice.flags.includes(one));
  return { ...choice, flags: flagNames.filter(has) };
}
