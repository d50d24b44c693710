import { expect, test } from 'vitest';
import { roleNumberFaults } from './role-numbers.js';

test.each([
  'export const canChange = (user) => (user.role ?? 400) <= 4;',
  'export const canChange = (user) => user.role <= 200;',
  'const administrator = 200;',
  'const [administrator, member] = [200, 400];',
  'const { role = 400 } = person;',
  'const labels = { 100: m.people_role_owners };',
  'const maxRole = { "role:owners": 100 };',
  'const all = sql`select id from users where role <> 600`;',
  'const text = $state(role === 100 ? m.a() : m.b());',
  'const user = { role: 100, name };',
  'switch (user.role) { case 100: go(); }',
])('finds a role number in %s', (source) => {
  expect(roleNumberFaults('src/lib/a.ts', source)).toEqual([expect.stringContaining('a.ts:1 ')]);
  const component = `<script lang="ts">${source.replace('export ', '')}</script>`;
  expect(roleNumberFaults('src/lib/A.svelte', component)).toHaveLength(1);
});

test('finds a role number in the markup of a component', () => {
  expect(roleNumberFaults('src/lib/A.svelte', '<p>hi</p>\n{#if user.role <= 200}no{/if}')).toEqual([
    expect.stringContaining('A.svelte:2 '),
  ]);
});

test.each([
  'export const settleTime = 300;',
  "throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner', 400);",
  'if (reply.status === 400) throw roleProblem;',
  'const limit = { perUser: 200 };',
  'const atLeast = (user) => user.role <= userRole.administrator;',
])('accepts %s', (source) => {
  expect(roleNumberFaults('src/lib/a.ts', source)).toEqual([]);
});
