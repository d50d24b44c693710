/** @typedef {{ path: string; seconds: number }} FileTime */

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {FileTime[]} files
 */

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {{ name: string; status: string; startTime: number; endTime: number; assertionResults: { status: string }[] }[]} testResults
 */

/**
 * @param {VitestReport | undefined} report @param {string} root
 * @returns {Outcome}
 */
export function vitestOutcome(report, root) {
  const files = report?.testResults ?? [];
  // A file that fails outside its tests, such as on import, has no failed test to count.
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    files: files.map(({ name, startTime, endTime }) => ({
      path: name.replace(root, ''),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} file
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ tests: { results: { duration: number }[] }[] }[]} specs
 */

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number; unexpected: number; flaky: number }} stats
 * @property {PlaywrightSuite[]} suites
 */

/**
 * @param {PlaywrightReport | undefined} report
 * @returns {Outcome}
 */
export function playwrightOutcome(report) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const files = (report?.suites ?? []).map((suite) => ({
    path: `tests/e2e/${suite.file}`,
    seconds: durationOf(suite) / 1000,
  }));
  return { passed: expected, failed: unexpected + flaky, files };
}

/** @param {PlaywrightSuite} suite @returns {number} */
function durationOf({ specs, suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return sum(own.map(({ duration }) => duration)) + sum(suites.map(durationOf));
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * What took how long: the suites in their order, then the slowest files.
 * @param {Map<string, { seconds: number; files: FileTime[] }>} suites
 * @returns {string}
 */
export function timesOf(suites, most = 10) {
  const slowest = [...suites]
    .flatMap(([suite, { files }]) => files.map((file) => ({ suite, ...file })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most);
  return [
    'Seconds:',
    ...[...suites].map(([suite, { seconds }]) => line(seconds, suite)),
    'Slowest files:',
    ...slowest.map(({ seconds, path, suite }) => line(seconds, `${path} (${suite})`)),
  ].join('\n');
}

/** @param {number} seconds @param {string} text */
function line(seconds, text) {
  return `${seconds.toFixed(1).padStart(7)}  ${text}`;
}
