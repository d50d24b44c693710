import { expect, it, onTestFinished, vi } from 'vitest';
import '../../fonts.css';
import '../../emoji.css';
import { dropBlankFont, isGlyphDrawn } from './emoji-font';

/** Uses its own family name, so that the real font stays: the same file and CSS rule as the app. */
function setup() {
  const rule = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .find((one) => one instanceof CSSFontFaceRule && one.cssText.includes('Emoji'))!;
  const style = document.createElement('style');
  style.textContent = rule.cssText.replace(/font-family:[^;]+;/, "font-family: 'Trial';");
  document.head.append(style);
  const text = document.createElement('p');
  text.style.fontFamily = "'Trial'";
  text.textContent = '🇩🇪';
  onTestFinished(() => (style.remove(), text.remove()));
  const faces = () => style.sheet!.cssRules.length;
  return { text, faces };
}

it('detects whether a glyph is really drawn', async () => {
  await document.fonts.load('32px Emoji', '😀');
  await document.fonts.load('32px Inter', '\u2003a');
  expect(isGlyphDrawn('😀', 'Emoji')).toBe(true);
  // Has a glyph that is blank.
  expect(isGlyphDrawn('\u2003', 'Inter')).toBe(false);
});

it.each([
  [true, 1],
  [false, 0],
])('keeps a font that is drawn, and removes one that is not: %s', async (isThere, left) => {
  const { text, faces } = setup();
  const drawn = vi.fn(() => isThere);
  onTestFinished(dropBlankFont('Trial', drawn));
  document.body.append(text);
  await expect.poll(() => drawn.mock.calls).toEqual([['🇦', 'Trial']]);
  expect(faces()).toBe(left);
});
