import type { Rendered } from '../markdown/render';

/** What the scripts' names stand for in the database. */
export interface Names {
  readonly realm_id: number;
  /** Milliseconds since 1970; everything lies before it. */
  readonly now: number;
  user(handle: string): number;
  channel(name: string): number;
  render(text: string): Rendered;
}
