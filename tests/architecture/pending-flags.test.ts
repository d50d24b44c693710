import { expect, test } from 'vitest';
import { pendingFlagFaults } from './pending-flags.js';

test.each([
  'let busy = $state(false);',
  'busy = $state.raw<ReadonlySet<number>>(new Set());',
  "let busy = $state<'own' | 'sample' | null>(null);",
  'let isBusy: boolean = $state(false);',
  '  #isSubmitting = $state(false);',
  '#saving = $state<string | null>(null);',
  // Other names, found by what is done with them.
  `let isFinding = $state(false);
  async function jump() {
    isFinding = true;
    try {
      await find();
    } catch (failure) {
      problem = errorMessage(failure);
    } finally {
      isFinding = false;
    }
  }`,
  `#asked = $state.raw<string>();
  async ask(key: string) {
    this.#asked = key;
    await this.send().catch((failure) => (this.reason = errorMessage(failure)));
    this.#asked = undefined;
  }`,
])('finds a flag of its own in %s', (source) => {
  expect(pendingFlagFaults('src/lib/A.svelte', `\n${source}`)).toEqual([
    expect.stringContaining('A.svelte:2 '),
  ]);
});

test.each([
  'const isPending = $derived(submission.isPending);',
  "#phase = $state<SubmissionPhase>('idle');",
  'const { busy } = $props();',
  // Open while it is read, but nothing is told.
  'let open = $state(false);\nopen = true;\nawait tick();\nopen = false;',
])('accepts %s', (source) => {
  expect(pendingFlagFaults('src/lib/A.svelte', source)).toEqual([]);
});
