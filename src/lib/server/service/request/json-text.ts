/**
 * Parses JSON and tells integers from numbers written as fractions: `5.0` is not an integer in this
 * API, but JavaScript loses that distinction. Such a number becomes the nearest non-integer, which
 * integer schemas reject and number schemas don't notice. Above 2^53 it stays the same, because no
 * integer schema accepts it. A lone surrogate, which can only come from an escape, becomes U+FFFD,
 * as it does in a form, because PostgreSQL can't store it. Throws SyntaxError, and RangeError for
 * JSON that is deeper or has more values than any parameter, even if it fits the size limit,
 * because reading it would block the process.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(markFractions(text));
  return surrogate.test(text) ? wellFormed(value) : value;
}

const surrogate = /\\u[dD][89a-fA-F]/;

/** The same value with well-formed texts, including field names. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.toWellFormed(), wellFormed(each)]),
  );
}

const signs = /[-+.\deE]+/y;
const fraction = /^-?(?:0|[1-9]\d*)(?=[.eE])(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Scans JSON; invalid JSON stays invalid. A single regular expression would run out of stack on
 * long texts.
 */
function markFractions(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  let entries = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === minus || (code >= zero && code <= nine)) {
      signs.lastIndex = at;
      const word = signs.exec(text)![0];
      if (fraction.test(word) && Number.isSafeInteger(Number(word))) {
        parts.push(text.slice(copied, at), String(neighbour(Number(word))));
        copied = at + word.length;
      }
      at += word.length - 1;
    } else if (code === openBracket || code === openBrace) {
      if (++depth > maxDepth) throw new RangeError(`nests deeper than ${maxDepth} levels`);
    } else if (code === comma || code === colon) {
      if (++entries > maxEntries) throw new RangeError(`holds more than ${maxEntries} values`);
    } else if (code === closeBracket || code === closeBrace) {
      depth--;
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied);
}

const [quote, backslash, minus, zero, nine] = [0x22, 0x5c, 0x2d, 0x30, 0x39];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const [comma, colon] = [0x2c, 0x3a];
/** Deeper or longer JSON than any parameter can only be meant to keep the parser busy. */
const maxDepth = 100;
/** A thousand drafts to a dozen people each have about 25,000. */
const maxEntries = 50_000;

/** Index of the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return text.length;
}

function neighbour(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  view.setBigInt64(0, view.getBigInt64(0) + 1n);
  return view.getFloat64(0);
}
