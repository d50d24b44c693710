interface ZoneChoice {
  readonly value: string;
  readonly label: string;
}

/** The IANA zones that this browser supports; always includes `wanted`. */
export function zoneChoices(wanted?: string): readonly ZoneChoice[] {
  const zones = Intl.supportedValuesOf('timeZone');
  const all = wanted === undefined || zones.includes(wanted) ? zones : [wanted, ...zones];
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
