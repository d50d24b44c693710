import { expect, it, onTestFinished, vi } from 'vitest';
import '../../fonts.css';
import '../../emoji.css';
import { dropBlankFont, isGlyphDrawn } from './emoji-font';

/** A family of its own, so that the real one stays: the same file, by the rule that the app has. */
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

it('tells what is drawn from what is only claimed', async () => {
  await document.fonts.load('32px Emoji', '😀');
  await document.fonts.load('32px Inter', '\u2003a');
  expect(isGlyphDrawn('😀', 'Emoji')).toBe(true);
  // Has a glyph, and draws nothing.
  expect(isGlyphDrawn('\u2003', 'Inter')).toBe(false);
});

it.each([
  [true, 1],
  [false, 0],
])('keeps a face that is drawn, and drops one that is not: %s', async (isThere, left) => {
  const { text, faces } = setup();
  const drawn = vi.fn(() => isThere);
  onTestFinished(dropBlankFont('Trial', drawn));
  document.body.append(text);
  await expect.poll(() => drawn.mock.calls).toEqual([['🇦', 'Trial']]);
  expect(faces()).toBe(left);
});
