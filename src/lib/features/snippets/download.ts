import { exportSnippetsJson } from './import-export';
import type { SnippetText } from './snippet-text';

export function downloadSnippets(snippets: readonly SnippetText[]): void {
  const url = URL.createObjectURL(
    new Blob([exportSnippetsJson(snippets)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = 'snippets.json';
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
