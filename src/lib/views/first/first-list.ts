import type { DraftView } from '../../features/drafts/engine/view';

/** As many as a tall window shows. */
export const mostRows = 20;

export interface FirstList {
  /** Of all drafts. */
  readonly count: number;
  readonly rows: readonly DraftView[];
}
