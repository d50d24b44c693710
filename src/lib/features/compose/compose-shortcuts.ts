import { appKeys } from '../../client/actions/app-keys';

/**
 * Shortcuts of the compose tools. Until the tools are loaded they do nothing, and the browser's own
 * action is prevented too.
 */
export const composeShortcuts = {
  bold: 'Mod+B',
  italic: 'Mod+I',
  strike: 'Mod+Shift+X',
  link: 'Mod+Shift+L',
  code: 'Mod+Shift+C',
  codeBlock: 'Mod+Alt+Shift+C',
  emoji: 'Mod+Shift+E',
  preview: 'Alt+P',
  snippets: appKeys.insertSnippet,
} as const;

export function isComposeShortcut(keys: string | null): boolean {
  return Object.values<string | null>(composeShortcuts).includes(keys);
}
