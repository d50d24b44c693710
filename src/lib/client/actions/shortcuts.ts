import { isComposingKey } from '../../ui/composing-key';

/**
 * Shortcuts are written `Mod+K`, `Shift+D`, `?`, `Escape`: `Mod` is Ctrl, or Cmd on Apple
 * keyboards. Letters and digits match by the character typed, or by position if the layout types no
 * Latin letter there. For symbols, Shift is ignored, because layouts place them differently.
 */

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The shortcut of a key press, in the notation above; null for a bare modifier. */
export function shortcutOf(event: KeyboardEvent, apple = isApple()): string | null {
  if (isComposingKey(event) || ['Shift', 'Control', 'Alt', 'Meta', 'Dead'].includes(event.key)) {
    return null;
  }
  const key = keyOf(event);
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key);
  // AltGr types symbols; Windows reports it as Ctrl+Alt.
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

/** Whether it is a key without modifiers other than Shift, which types in a text field. */
export function isSingleKey(shortcut: string): boolean {
  return !/^(?:Mod|Ctrl|Meta|Alt)\+./.test(shortcut);
}

/** Whether the key inserts or deletes text. */
export function isTypingKey(event: KeyboardEvent): boolean {
  const shortcut = shortcutOf(event);
  if (shortcut === null) return isComposingKey(event) || event.key === 'Dead';
  if (!isSingleKey(shortcut)) return false;
  return event.key.length === 1 || event.key === 'Backspace' || event.key === 'Delete';
}

/** For display: `Ctrl+K`, or `⌘K` on Apple keyboards. */
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

/**
 * Whether single keys belong to the target: it is a text field or in a layer, or a layer is open.
 */
export function capturesKeys(target: EventTarget | null): boolean {
  // A query of the whole document comes last: every key typed in a text is asked about.
  const isWithin =
    target instanceof Element &&
    (isTextField(target) || target.closest('dialog, [popover], [role=dialog], [role=menu]'));
  return Boolean(isWithin) || isCovered(layers);
}

/** Layers that the user opens and closes. Toasts, tooltips and suggestion lists don't count. */
const layers = 'dialog[open], [popover=auto]:popover-open';

const isCovered = (by: string) => document.querySelector(by) !== null;

/** Whether a modal dialog blocks the page, even if the dialog has lost the focus. */
export const isBehindDialog = (): boolean => isCovered('dialog:modal');

/** Whether the browser's own editing keys, for example undo, work in the target. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement) return !unwritten.has(target.type);
  return (
    target.closest('textarea, select, [contenteditable]:not([contenteditable=false])') !== null
  );
}

const unwritten = new Set(['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file']);
