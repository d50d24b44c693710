import type { Component } from 'svelte';
import type { Recipient } from '../../writing/recipient';

/** Where a text goes that is better a file. */
export interface FilesPort {
  /** Whether files given now go into this text. */
  isFor(area: HTMLTextAreaElement): boolean;
  add(given: readonly { readonly file: File; readonly isFolder: false }[]): void;
}

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
