const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON keeping integers apart from numbers that are merely written as fractions: `5.0` is no
 * integer in this API, but JavaScript forgets how it was written. Such a number becomes its nearest
 * neighbour, which an integer schema refuses and a number schema does not notice.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const marked = text.replace(token, (word) =>
    word.startsWith('"') || !/[.eE]/.test(word) || !Number.isInteger(Number(word))
      ? word
      : String(neighbour(Number(word))),
  );
  return marked === text ? value : JSON.parse(marked);
}

function neighbour(value: number): number {
  // Beyond 2^53 all doubles are integers, and half of one is as good as out of range.
  if (!Number.isSafeInteger(value)) return 0.5;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  view.setBigInt64(0, view.getBigInt64(0) + 1n);
  return view.getFloat64(0);
}
