import { describe, expect, it } from 'vitest';
import { journeysFor, planOf } from './test-plan.js';

const files = [
  'src/lib/api/define.test.ts',
  'src/lib/features/drafts/Drafts.svelte.test.ts',
  'src/lib/features/drafts/engine/step.test.ts',
  'src/lib/server/service/db/drafts.pg.test.ts',
  'tests/e2e/drafts.spec.ts',
  'tests/e2e/uploads-resume.spec.ts',
  'tests/support/drafts.ts',
];

function suitesOf(...parameters: string[]) {
  return Object.fromEntries(planOf(parameters, files).suites);
}

describe('planOf', () => {
  it('takes all suites if no arguments are given', () => {
    expect(suitesOf()).toEqual({ unit: null, pg: null, browser: null, e2e: null });
    expect(planOf(['--all'], files)).toMatchObject({ all: true, changed: false });
  });

  it('takes the whole of each named suite, in the usual order', () => {
    expect(Object.entries(suitesOf('e2e', 'unit'))).toEqual([
      ['unit', null],
      ['e2e', null],
    ]);
  });

  it('takes files of any suite whose path contains an argument', () => {
    expect(suitesOf('drafts')).toEqual({
      unit: ['src/lib/features/drafts/engine/step.test.ts'],
      pg: ['src/lib/server/service/db/drafts.pg.test.ts'],
      browser: ['src/lib/features/drafts/Drafts.svelte.test.ts'],
      e2e: ['tests/e2e/drafts.spec.ts'],
    });
    expect(suitesOf('resume', 'define')).toMatchObject({
      unit: ['src/lib/api/define.test.ts'],
      e2e: ['tests/e2e/uploads-resume.spec.ts'],
    });
  });

  it('only searches the named suites for such files', () => {
    expect(suitesOf('drafts', 'e2e')).toEqual({ e2e: ['tests/e2e/drafts.spec.ts'] });
  });

  it('reads the commit to compare with', () => {
    expect(planOf(['--changed'], files).changed).toBe(true);
    expect(planOf(['--changed=HEAD~3', 'unit'], files).changed).toBe('HEAD~3');
  });

  it('rejects arguments that match nothing', () => {
    expect(() => suitesOf('darfts')).toThrow('no file in suites (unit, pg, browser, e2e)');
    expect(() => suitesOf('e2e', 'define')).toThrow('no file in e2e matches define');
    expect(() => suitesOf('--al')).toThrow('unknown argument --al');
  });
});

describe('journeysFor', () => {
  const journeys = ['tests/e2e/drafts.spec.ts', 'tests/e2e/uploads-resume.spec.ts'];
  const imports = new Map([
    ['tests/e2e/drafts.spec.ts', new Set(['tests/support/app.ts'])],
    ['tests/support/app.ts', new Set(['tests/support/port.ts', 'src/lib/api/define-operation.ts'])],
  ]);

  it.each([
    ['src/lib/features/drafts/engine/step.ts', ['tests/e2e/drafts.spec.ts']],
    ['messages/en/uploads.json', ['tests/e2e/uploads-resume.spec.ts']],
    ['src/lib/api/upload-limits.ts', ['tests/e2e/uploads-resume.spec.ts']],
    ['tests/support/port.ts', ['tests/e2e/drafts.spec.ts']],
    ['tests/e2e/uploads-resume.spec.ts', ['tests/e2e/uploads-resume.spec.ts']],
    ['src/lib/features/drafts/engine/step.test.ts', []],
    ['src/lib/ui/Button.svelte', []],
    ['src/lib/api/define-operation.ts', []],
  ])('for %s are %j', (changed, broken) => {
    expect(journeysFor(journeys, [changed], imports)).toEqual(broken);
  });
});
