import type { Component } from 'svelte';
import type { Recipient } from '../../../writing/recipient';
import type { FilesPort } from '../paste/files-port';

/** The snippets of a box: the palette, the way through open blanks, the question before they go out. */
export type SnippetsOfBox = Component<
  {
    field: HTMLTextAreaElement;
    content: string;
    recipient: Recipient;
    /** The palette is open. */
    picking: boolean;
    /** Typed before the palette was there; `Enter` takes the first one found. */
    early: string;
    /** What waits for the answer whether it may go with open blanks. */
    held: (() => void) | undefined;
  },
  Record<string, unknown>,
  'picking' | 'early' | 'held'
>;

/** What a box needs of other features: the view hands it in. */
export interface BoxPorts {
  readonly files: FilesPort;
  /** Fetched when first needed. */
  readonly snippets: () => Promise<{ default: SnippetsOfBox }>;
}
