import { exportSnippetsJson } from './import-export';
import type { SnippetText } from './snippet-text';

/** Saves them as a file of this device. */
export function downloadSnippets(snippets: readonly SnippetText[]): void {
  const url = URL.createObjectURL(
    new Blob([exportSnippetsJson(snippets)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = 'snippets.json';
  link.click();
  // The browser has taken hold of it by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
