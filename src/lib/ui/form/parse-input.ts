import * as v from 'valibot';
import { m } from '$lib/paraglide/messages';
import { controlOf } from './control-of';

/**
 * Parses typed text into the value that the schema describes; `problem` is the message if it is
 * invalid.
 */
export function parseInput(
  schema: v.GenericSchema,
  typed: unknown,
): { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string } {
  const control = controlOf(schema);
  const isNumber = control.kind === 'number' && typeof typed === 'string';
  const given = isNumber ? (typed.trim() === '' ? undefined : Number(typed)) : typed;
  const parsed = v.safeParse(schema, given);
  if (parsed.success) return { value: parsed.output };
  if (control.kind === 'number') {
    const { min, max } = control;
    if (min !== undefined && max !== undefined)
      return { problem: m.ui_number_between({ min, max }) };
    return { problem: m.ui_number_whole() };
  }
  if (control.kind === 'text' && control.maxLength !== undefined) {
    return { problem: m.ui_text_too_long({ count: control.maxLength }) };
  }
  return { problem: m.ui_value_wrong() };
}
