import type { Component } from 'svelte';
import { render } from 'vitest-browser-svelte';
import { ApiError, NetworkFailure } from '$lib/api/errors';
import type { RegisterState } from '$lib/api/register';
import { anAccount, type Answers } from './account';
import { aPerson, aState } from './state';
import SectionBench from './ui/SectionBench.svelte';

/** Shows one section of the organization's settings to an owner (user 1) of an Inkwell server. */
export function openSection(
  section: Component,
  answers: Answers,
  state: Partial<RegisterState> = {},
  given = {},
) {
  const world = anAccount({
    answers,
    state: aState({
      user_id: 1,
      zulip_version: '12.0-inkwell',
      realm_users: [aPerson(1, { role: 100 }), aPerson(2, { role: 400 })],
      ...state,
    }),
  });
  return { ...world, shown: render(SectionBench, { account: world.account, section, given }) };
}

export const refused = (id: string) => () => {
  throw new ApiError(id, 400, 'BAD_REQUEST', 'Not today');
};
export const lost = (id: string) => () => {
  throw new NetworkFailure(id, 'timeout');
};
