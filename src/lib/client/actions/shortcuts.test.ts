import { describe, expect, it } from 'vitest';
import { isSingleKey, shortcutOf, formatShortcut } from './shortcuts';

type Pressed = Partial<
  Pick<
    KeyboardEvent,
    'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'
  >
> & { altGraph?: boolean };

function press({ altGraph = false, ...keys }: Pressed, apple = false) {
  const event = {
    key: '',
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    getModifierState: (name: string) => name === 'AltGraph' && altGraph,
    ...keys,
  };
  return shortcutOf(event as unknown as KeyboardEvent, apple);
}

describe('shortcutOf', () => {
  it.each([
    ['a letter', { key: 'd', code: 'KeyD' }, 'D'],
    ['caps lock', { key: 'D', code: 'KeyD' }, 'D'],
    ['Shift and a letter', { key: 'D', code: 'KeyD', shiftKey: true }, 'Shift+D'],
    ['Ctrl and a letter', { key: 'k', code: 'KeyK', ctrlKey: true }, 'Mod+K'],
    ['a sign that needs Shift', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    ['a sign on another layout', { key: '?', code: 'Minus', shiftKey: true }, '?'],
    ['a named key', { key: 'Escape', code: 'Escape' }, 'Escape'],
    ['Shift and a named key', { key: 'Enter', code: 'Enter', shiftKey: true }, 'Shift+Enter'],
    ['the space bar', { key: ' ', code: 'Space' }, 'Space'],
  ])('reads %s', (_name, keys, shortcut) => expect(press(keys)).toBe(shortcut));

  it('goes by the key’s position if the layout types no Latin letter', () => {
    expect(press({ key: 'в', code: 'KeyD' })).toBe('D');
    expect(press({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe('Mod+K');
    expect(press({ key: 'ش', code: 'KeyA', altKey: true })).toBe('Alt+A');
  });

  it('goes by the character on Latin layouts, at any position', () => {
    expect(press({ key: 'k', code: 'KeyV' })).toBe('K');
    expect(press({ key: 'a', code: 'KeyQ' })).toBe('A');
  });

  it('treats characters typed with AltGr as symbols, though Windows adds Ctrl and Alt', () => {
    const keys = { key: '[', code: 'Digit8', ctrlKey: true, altKey: true, altGraph: true };
    expect(press(keys)).toBe('[');
  });

  it('reads Cmd as the main modifier on Apple keyboards, and keeps Option', () => {
    expect(press({ key: 'k', code: 'KeyK', metaKey: true }, true)).toBe('Mod+K');
    expect(press({ key: 'k', code: 'KeyK', ctrlKey: true }, true)).toBe('Ctrl+K');
    expect(press({ key: 'å', code: 'KeyA', altKey: true }, true)).toBe('Alt+A');
  });

  it('ignores bare modifiers, dead keys and input methods', () => {
    expect(press({ key: 'Shift', shiftKey: true })).toBeNull();
    expect(press({ key: 'Dead', code: 'BracketLeft' })).toBeNull();
    expect(press({ key: 'd', code: 'KeyD', isComposing: true })).toBeNull();
    // Safari sends this after `compositionend`.
    expect(press({ key: 'Enter', code: 'Enter', keyCode: 229 })).toBeNull();
  });
});

it('knows which shortcuts type text', () => {
  expect(['D', 'Shift+D', '?', '+'].map(isSingleKey)).toEqual([true, true, true, true]);
  expect(['Mod+K', 'Alt+A', 'Mod+Shift+K'].map(isSingleKey)).toEqual([false, false, false]);
});

it('formats shortcuts as they are printed on the keyboard', () => {
  expect(formatShortcut('Mod+Shift+K', false)).toBe('Ctrl+Shift+K');
  expect(formatShortcut('Mod+Shift+K', true)).toBe('⌘⇧K');
  expect(formatShortcut('Mod++', false)).toBe('Ctrl++');
  expect(formatShortcut('ArrowUp', false)).toBe('↑');
});
