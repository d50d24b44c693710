const state = /(#?\w+)\s*(?::[^=;\n]*)?=\s*\$state\b/g;
const names = /^#?(?:is)?(?:busy|submitting|saving|sending|deleting)$/i;

/**
 * Set, awaited, an error shown, and reset: whatever it is called, it says that a request is under way.
 * @param {string} name
 */
const use = (name) =>
  new RegExp(
    `(?<![\\w#])${name} = (?!false\\b|null\\b|undefined\\b|'')[^;]+;[^]{0,600}?\\bawait\\b[^]{0,600}?` +
      `\\berrorMessage\\([^]{0,200}?(?<![\\w#])${name} = (?:false|null|undefined)\\b`,
  );

/**
 * A line for each variable or property that says a request is under way. `ServerSubmission` knows.
 * @param {string} file @param {string} source
 * @returns {string[]}
 */
export function pendingFlagFaults(file, source) {
  return [...source.matchAll(state)]
    .filter(([, name = '']) => names.test(name) || use(name).test(source))
    .map(({ index }) => {
      const line = source.slice(0, index).split('\n').length;
      return `${file}:${line} Ask the submission: client/submission/server-submission.svelte.ts.`;
    });
}
