import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { UserSettings } from '../api/settings-table';
import { appearanceOf, DevicePreferences } from './device-preferences.svelte';

const key = 'inkwell.preferences';
const root = document.documentElement;
const scale = (name: string) => root.style.getPropertyValue(`--ink-${name}-scale`);

function look(settings: Partial<UserSettings>) {
  return appearanceOf((name) => (settings as UserSettings)[name]);
}

function preferences() {
  const made = new DevicePreferences();
  onTestFinished(made.follow());
  return made;
}

beforeEach(() => {
  localStorage.removeItem(key);
  onTestFinished(() => {
    root.className = '';
    root.removeAttribute('style');
    localStorage.removeItem(key);
  });
});

describe('the appearance of an account', () => {
  it('stays readable, whatever another app has set', () => {
    const odd = look({ web_font_size_px: -5, web_line_height_percent: -5 });
    expect(odd.textScale * 16).toBeGreaterThan(9);
    expect(odd.lineScale * 140).toBeCloseTo(100);
  });

  it('applies to the page immediately, and to the next first paint', () => {
    const chosen = look({
      color_scheme: 2,
      high_contrast_mode: true,
      web_font_size_px: 20,
      web_line_height_percent: 175,
    });
    preferences().applyAppearance(chosen);
    expect([...root.classList].sort()).toEqual(['contrast', 'dark']);
    expect([scale('text'), scale('line')]).toEqual(['1.25', '1.25']);
    root.className = '';
    root.removeAttribute('style');
    preferences();
    expect([...root.classList].sort()).toEqual(['contrast', 'dark']);
    expect([scale('text'), scale('line')]).toEqual(['1.25', '1.25']);
  });

  it('leaves room for the page, whatever number is stored', () => {
    expect(look({ web_font_size_px: -3, web_line_height_percent: 100_000 })).toMatchObject({
      textScale: 0.6,
      lineScale: 2,
    });
  });

  it('is the default if the server sends none or the storage is corrupt', () => {
    const usual = { theme: 'automatic', contrast: false, textScale: 1, lineScale: 1 };
    expect(look({})).toEqual(usual);
    localStorage.setItem(key, JSON.stringify({ theme: 'pink', textScale: 90 }));
    preferences();
    expect([root.className, scale('text')]).toEqual(['', '1']);
  });

  it('stays when another tab shows another account', () => {
    preferences().applyAppearance(look({ color_scheme: 2 }));
    localStorage.setItem(key, JSON.stringify({ theme: 'light', navigationCollapsed: true }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(root.classList.contains('dark')).toBe(true);
  });
});

it('keeps the font of messages on this device, and other tabs follow', () => {
  const made = preferences();
  made.readingFont = 'serif';
  expect(root.classList.contains('serif')).toBe(true);
  expect(new DevicePreferences().readingFont).toBe('serif');
  localStorage.setItem(key, JSON.stringify({ readingFace: 'runes' }));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect([made.readingFont, root.classList.contains('serif')]).toEqual(['sans', false]);
});
