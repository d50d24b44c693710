import { snippetShortcut } from '../../writing/sending/shared-shortcuts';

/** Keys of the writing room. Until it is there they do nothing, nor what a browser does by them. */
export const composeShortcuts = {
  bold: 'Mod+B',
  italic: 'Mod+I',
  strike: 'Mod+Shift+X',
  link: 'Mod+Shift+L',
  code: 'Mod+Shift+C',
  codeBlock: 'Mod+Alt+Shift+C',
  emoji: 'Mod+Shift+E',
  preview: 'Alt+P',
  snippets: snippetShortcut,
} as const;
