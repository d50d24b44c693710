import * as v from 'valibot';
import { playgroundSchema, type CodePlayground } from '../../api/playgrounds';
import type { RegisterState } from '../../api/register';

/** The organization's code playgrounds for a language. https://zulip.com/help/code-blocks */
export function playgroundsOf(
  state: RegisterState | null,
  language: string,
): readonly CodePlayground[] {
  if (!state?.realm_playgrounds?.length) return [];
  const known = v.safeParse(v.array(playgroundSchema), state.realm_playgrounds);
  const same = language.toLowerCase();
  return known.success
    ? known.output.filter(({ pygments_language }) => pygments_language.toLowerCase() === same)
    : [];
}
