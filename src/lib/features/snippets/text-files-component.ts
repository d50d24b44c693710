import type { Component } from 'svelte';

/** Component that shows and fixes problems with files linked in a text. The view passes it in. */
export type TextFilesComponent = Component<{
  text: string;
  /** Receives the text with fixed links. Absent if the text can't be changed. */
  onchange: ((text: string) => void) | undefined;
}>;
