import type { Component } from 'svelte';
import type { MessageRecipient } from '../../../writing/recipients/recipient';

/** The snippets of a box: the palette, the way through open blanks, the question before they go out. */
export type ComposeSnippetsComponent = Component<
  {
    field: HTMLTextAreaElement;
    content: string;
    recipient: MessageRecipient;
    /** The palette is open. */
    picking: boolean;
    /** What waits for the answer whether it may go with open blanks. */
    held: (() => void) | undefined;
  },
  Record<string, unknown>,
  'picking' | 'held'
>;
