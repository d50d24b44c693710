import { listSnippets } from '../saved-snippets/wire';
import type { State } from './scope';

export const snippetStates: Readonly<Record<string, State>> = {
  saved_snippets: async ({ context }) => ({ saved_snippets: await listSnippets(context) }),
};
