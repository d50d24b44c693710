const pendingFlag = /\b(?:busy|submitting|isBusy|isSubmitting)\s*(?::[^=;]*)?=\s*\$state\b/g;

/**
 * A line for each variable or property that says a request is under way. `ServerSubmission` knows.
 * @param {string} file @param {string} source
 * @returns {string[]}
 */
export function pendingFlagFaults(file, source) {
  return [...source.matchAll(pendingFlag)].map(({ index }) => {
    const line = source.slice(0, index).split('\n').length;
    return `${file}:${line} Ask the submission: client/submission/server-submission.svelte.ts.`;
  });
}
