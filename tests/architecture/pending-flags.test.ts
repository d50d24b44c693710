import { expect, test } from 'vitest';
import { pendingFlagFaults } from './pending-flags.js';

test.each([
  'let busy = $state(false);',
  'busy = $state.raw<ReadonlySet<number>>(new Set());',
  "let busy = $state<'own' | 'sample' | null>(null);",
  'let isBusy: boolean = $state(false);',
  '  #isSubmitting = $state(false);',
])('finds a flag of its own in %s', (source) => {
  expect(pendingFlagFaults('src/lib/A.svelte', `\n${source}`)).toEqual([
    expect.stringContaining('A.svelte:2 '),
  ]);
});

test.each([
  'const isPending = $derived(submission.isPending);',
  "#phase = $state<SubmissionPhase>('idle');",
  'const { busy } = $props();',
])('accepts %s', (source) => {
  expect(pendingFlagFaults('src/lib/A.svelte', source)).toEqual([]);
});
