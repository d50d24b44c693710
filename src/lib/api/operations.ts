import type { Operation } from './define';
import { createDrafts, deleteDraft, editDraft, getDrafts } from './drafts';

/** Every operation there is. The service's handlers, its router and the doors' allow-list follow it. */
export const operations = [
  getDrafts,
  createDrafts,
  editDraft,
  deleteDraft,
] as const satisfies readonly Operation[];

export type AnyOperation = (typeof operations)[number];
