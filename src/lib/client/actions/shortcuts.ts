import { isComposingKey } from '../../ui/composing-key';

/**
 * Shortcuts are written `Mod+K`, `Shift+D`, `?`, `Escape`: `Mod` is Ctrl, on Apple keyboards Cmd.
 * Letters and digits are matched by what they write, and by position where the layout writes no
 * Latin letter there. For signs Shift does not count, since layouts differ in where they stand.
 */

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The shortcut that a key press means, in the notation above; null for a bare modifier. */
export function shortcutOf(event: KeyboardEvent, apple = isApple()): string | null {
  if (isComposingKey(event) || ['Shift', 'Control', 'Alt', 'Meta', 'Dead'].includes(event.key)) {
    return null;
  }
  const key = keyOf(event);
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key);
  // AltGr writes signs; Windows reports it as Ctrl+Alt.
  const plain = event.getModifierState('AltGraph');
  return [
    !plain && (apple ? event.metaKey : event.ctrlKey) && 'Mod',
    !plain && (apple ? event.ctrlKey : event.metaKey) && (apple ? 'Ctrl' : 'Meta'),
    !plain && event.altKey && !(apple && isSign) && 'Alt',
    event.shiftKey && !isSign && 'Shift',
    key,
  ]
    .filter(Boolean)
    .join('+');
}

function keyOf({ key, code }: KeyboardEvent): string {
  if (key === ' ') return 'Space';
  if (key.length > 1) return key;
  const position = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code);
  const isLatin = key.charCodeAt(0) < 128;
  return (isLatin ? key : (position?.[1] ?? position?.[2] ?? key)).toUpperCase();
}

/** Whether it is a mere key, which writes in a text field and belongs to that there. */
export function isSingleKey(shortcut: string): boolean {
  return !/^(?:Mod|Ctrl|Meta|Alt)\+./.test(shortcut);
}

/** Whether it puts something into a text, or takes it away. */
export function isTypingKey(event: KeyboardEvent): boolean {
  const shortcut = shortcutOf(event);
  if (shortcut === null) return isComposingKey(event) || event.key === 'Dead';
  if (!isSingleKey(shortcut)) return false;
  return event.key.length === 1 || event.key === 'Backspace' || event.key === 'Delete';
}

/** As people read it: `Ctrl+K`, or `⌘K` on Apple keyboards. */
export function formatShortcut(shortcut: string, apple = isApple()): string {
  const names: Record<string, string> = apple
    ? { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', ...arrows }
    : { Mod: 'Ctrl', Meta: 'Win', ...arrows };
  return shortcut
    .split(/(?<=.)\+/)
    .map((part) => names[part] ?? part)
    .join(apple ? '' : '+');
}

const arrows = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Backspace: '⌫',
};

/** Whether typing there writes text, or a layer lies over the page: its keys are its own. */
export function capturesKeys(target: EventTarget | null): boolean {
  if (isCovered(layers)) return true;
  if (!(target instanceof Element)) return false;
  return (
    isTextField(target) || target.closest('dialog, [popover], [role=dialog], [role=menu]') !== null
  );
}

/** Layers that a person has opened, and closes. Notices, hints and lists of a field are none. */
const layers = 'dialog[open], [popover=auto]:popover-open';

const isCovered = (by: string) => document.querySelector(by) !== null;

/** Whether nothing of the page can be reached, wherever the focus is: a dialog may have lost it. */
export const isBehindDialog = (): boolean => isCovered('dialog:modal');

/** Whether the browser's own editing keys, such as undo, mean something there. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement) return !unwritten.has(target.type);
  return (
    target.closest('textarea, select, [contenteditable]:not([contenteditable=false])') !== null
  );
}

const unwritten = new Set(['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file']);
