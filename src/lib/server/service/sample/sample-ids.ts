import type { RenderedMarkdown } from '../markdown/render';

/** Database ids of the names used in the scripts. */
export interface SampleIds {
  readonly realm_id: number;
  /** In milliseconds since 1970. Everything is dated before it. */
  readonly now: number;
  user(handle: string): number;
  channel(name: string): number;
  channelOf(id: number): { readonly id: number; readonly name: string };
  /** URL of one of the sample's files. */
  file(name: string): string;
  render(text: string): RenderedMarkdown;
  /** HTML of a description without channel names. */
  describe(text: string): string;
}
