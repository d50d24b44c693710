import type { Component } from 'svelte';
import type { MessageRecipient } from '../../../writing/recipients/recipient';

/**
 * Snippets of a box: the palette, Tab through unfilled placeholders, and the question before they
 * are sent.
 */
export type ComposeSnippetsComponent = Component<
  {
    field: HTMLTextAreaElement;
    content: string;
    recipient: MessageRecipient;
    /** Whether the palette is open. */
    picking: boolean;
    /** Send action that waits until the user confirms unfilled placeholders. */
    held: (() => void) | undefined;
  },
  Record<string, unknown>,
  'picking' | 'held'
>;
