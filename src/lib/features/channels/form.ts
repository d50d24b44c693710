import { m } from '$lib/paraglide/messages';
import type { ChannelField, ChannelValues } from './channel-values';

export type Problems = Partial<Record<ChannelField, string>>;

const mostDays = 999_999;

/** What can be told to be wrong before the server is asked. */
export function problemsOf({ name, retention, days }: ChannelValues): Problems {
  const isNumber = /^\d+$/.test(days.trim()) && Number(days) > 0 && Number(days) <= mostDays;
  return {
    ...(name.trim() === '' && { name: m.channels_name_missing() }),
    ...(retention === 'days' &&
      !isNumber && { days: m.ui_number_between({ min: 1, max: mostDays }) }),
  };
}

/** The first field that is wrong gets the keyboard. */
export function focusProblem(form: HTMLElement | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
