import { m } from '$lib/paraglide/messages';
import type { ChannelFormField, ChannelFormValues } from './channel-form-values';

export type ChannelFormProblems = Partial<Record<ChannelFormField, string>>;

const maxRetentionDays = 999_999;

/** Errors that can be found without the server. */
export function validateChannelForm({
  name,
  retention,
  days,
}: ChannelFormValues): ChannelFormProblems {
  const isNumber =
    /^\d+$/.test(days.trim()) && Number(days) > 0 && Number(days) <= maxRetentionDays;
  return {
    ...(name.trim() === '' && { name: m.channels_name_missing() }),
    ...(retention === 'days' &&
      !isNumber && { days: m.ui_number_between({ min: 1, max: maxRetentionDays }) }),
  };
}

export function focusFirstInvalid(form: HTMLElement | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
