import type { RenderedMarkdown } from '../markdown/render';

/** What the scripts' names stand for in the database. */
export interface SampleIds {
  readonly realm_id: number;
  /** Milliseconds since 1970; everything lies before it. */
  readonly now: number;
  user(handle: string): number;
  channel(name: string): number;
  channelOf(id: number): { readonly id: number; readonly name: string };
  /** Where a file of the sample lies. */
  file(name: string): string;
  render(text: string): RenderedMarkdown;
  /** HTML of a description that names no channel. */
  describe(text: string): string;
}
