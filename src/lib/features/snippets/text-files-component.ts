import type { Component } from 'svelte';

/** Says what is wrong with the files that a text links, and puts it right. A view hands it in. */
export type TextFilesComponent = Component<{
  text: string;
  /** Takes the text with links that lead somewhere. Absent: the text can't be changed. */
  onchange: ((text: string) => void) | undefined;
}>;
