import { expect, it } from 'vitest';
import { failuresOf, playwrightOutcome, timesOf, vitestOutcome } from './test-report.js';

const file = (name: string, status: string, seconds: number, ...tests: string[]) => ({
  name: `/home/${name}`,
  status,
  startTime: 5000,
  endTime: 5000 + seconds * 1000,
  message: 'Cannot find module',
  assertionResults: tests.map((test) => ({
    status: test,
    fullName: `a ${test} test`,
    failureMessages: test === 'failed' ? ['\n\u001b[31mExpected 1\u001b[39m\n  at a.ts'] : [],
  })),
});

it('counts a file that fails outside its tests as a failure', () => {
  const testResults = [
    file('a.test.ts', 'passed', 2.5, 'passed'),
    file('b.test.ts', 'failed', 1, 'passed', 'failed'),
    file('c.test.ts', 'failed', 0),
  ];
  expect(vitestOutcome({ numPassedTests: 2, numFailedTests: 1, testResults }, '/home/')).toEqual({
    passed: 2,
    failed: 2,
    failures: [
      { name: 'b.test.ts: a failed test', error: 'Expected 1' },
      { name: 'c.test.ts', error: 'Cannot find module' },
    ],
    files: [
      { path: 'a.test.ts', seconds: 2.5 },
      { path: 'b.test.ts', seconds: 1 },
      { path: 'c.test.ts', seconds: 0 },
    ],
  });
});

it('adds up the journeys of a file, in describe blocks or not, and counts a flaky one as failed', () => {
  const spec = (...durations: number[]) => ({
    title: 'shows rows',
    ok: durations[0] !== 500,
    tests: [{ results: durations.map((duration) => ({ duration, error: { message: 'Gone' } })) }],
  });
  const suites = [
    {
      file: 'a.spec.ts',
      specs: [spec(1000), spec(200, 300)],
      suites: [{ file: 'a.spec.ts', specs: [spec(500)] }],
    },
  ];
  expect(playwrightOutcome({ stats: { expected: 1, unexpected: 1, flaky: 1 }, suites })).toEqual({
    passed: 1,
    failed: 2,
    failures: [{ name: 'tests/e2e/a.spec.ts: shows rows', error: 'Gone' }],
    files: [{ path: 'tests/e2e/a.spec.ts', seconds: 2 }],
  });
});

it('counts nothing for a runner without a report', () => {
  const nothing = { passed: 0, failed: 0, failures: [], files: [] };
  expect(vitestOutcome(undefined, '/home/')).toEqual(nothing);
  expect(playwrightOutcome(undefined)).toEqual(nothing);
});

it('lists the times of suites in order, and of the slowest files', () => {
  const times = timesOf(
    new Map([
      ['unit', { seconds: 61.25, files: [{ path: 'a.test.ts', seconds: 3 }] }],
      ['e2e', { seconds: 8, files: [2, 7].map((seconds) => ({ path: `${seconds}.ts`, seconds })) }],
    ]),
    2,
  );
  expect(times.split('\n')).toEqual([
    'Seconds:',
    '   61.3  unit',
    '    8.0  e2e',
    'Slowest files:',
    '    7.0  7.ts (e2e)',
    '    3.0  a.test.ts (unit)',
  ]);
});

it('lists what failed and why, or nothing', () => {
  const outcome = { passed: 1, failed: 0, failures: [], files: [] };
  const failures = [{ name: 'a.test.ts: shows rows', error: 'Gone' }];
  expect(failuresOf([outcome, { ...outcome, failed: 1, failures }])).toBe(
    'Failed:\n  a.test.ts: shows rows\n      Gone',
  );
  expect(failuresOf([outcome])).toBe('');
});
