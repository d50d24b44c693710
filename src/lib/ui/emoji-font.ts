import { on } from 'svelte/events';

/** In pixels. */
const size = 32;

/** Whether the character leaves a mark in that font. If it can't be checked, it counts as drawn. */
export function isGlyphDrawn(sign: string, family: string): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * size;
  const pen = canvas.getContext('2d');
  if (!pen) return true;
  pen.font = `${size}px "${family}"`;
  pen.textBaseline = 'middle';
  pen.fillText(sign, size / 2, size);
  return pen.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value !== 0);
}

/**
 * Some engines claim to support color fonts, load them and draw nothing. Once part of the font is
 * loaded, one of its characters is painted; if that is blank, the font is removed and the system's
 * emoji are used, in color or not. The returned function stops it.
 */
export function dropBlankFont(family = 'Emoji', drawn = isGlyphDrawn): () => void {
  const stop = on(document.fonts, 'loadingdone', (event) => {
    const signs = (event as FontFaceSetLoadEvent).fontfaces
      .filter((face) => familyOf(face.family) === family)
      .flatMap((face) => signOf(face.unicodeRange) ?? []);
    const [sign] = signs;
    if (sign === undefined) return;
    stop();
    if (!drawn(sign, family)) removeFont(family);
  });
  return stop;
}

const familyOf = (name: string) => name.replaceAll(/["']/g, '');

/** The first character of a `unicode-range` that is drawn in color by default. */
function signOf(ranges: string): string | undefined {
  for (const range of ranges.split(',')) {
    const [first = 0, last = first] = range
      .trim()
      .replace(/^U\+/i, '')
      .split('-')
      .map((code) => parseInt(code, 16));
    for (let code = first; code <= last; code++) {
      const sign = String.fromCodePoint(code);
      if (/^\p{Emoji_Presentation}$/u.test(sign)) return sign;
    }
  }
  return undefined;
}

function removeFont(family: string): void {
  for (const sheet of document.styleSheets) {
    for (let at = sheet.cssRules.length - 1; at >= 0; at--) {
      const rule = sheet.cssRules[at];
      const isOurs =
        rule instanceof CSSFontFaceRule &&
        familyOf(rule.style.getPropertyValue('font-family')) === family;
      if (isOurs) sheet.deleteRule(at);
    }
  }
}
