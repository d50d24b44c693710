import { listSnippets } from '../saved-snippets/wire';
import type { StateReader } from './scope';

export const snippetStates: Readonly<Record<string, StateReader>> = {
  saved_snippets: async ({ context }) => ({ saved_snippets: await listSnippets(context) }),
};
