import type { UserGroup } from '$lib/api/user-groups';
import type { AccountWithKey } from '$lib/server/service/service';
import { expect } from 'vitest';
import type { TestService } from './service';

type Params = Record<string, unknown>;

let counter = 0;

export const idsOf = (...people: AccountWithKey[]) => people.map(({ user_id }) => user_id);
/** A group-setting value of just these people. */
export const people = (...direct: AccountWithKey[]) => ({
  direct_members: idsOf(...direct),
  direct_subgroups: [] as number[],
});

/** Calls for groups, as clients make them. Replies are flat and include their status. */
export function groupsOf(t: TestService) {
  const ask = async (
    by: AccountWithKey,
    method: string,
    path: string,
    params: Params = {},
  ): Promise<Params & { status: number }> => {
    const { status, body } = await t.call(by, method, `/user_groups/${path}`, params);
    return { status, ...body };
  };
  return {
    ask,
    /** Creates a group with a unique name and returns its id. */
    async create(by: AccountWithKey, params: Params = {}): Promise<number> {
      const name = `group ${++counter}`;
      const reply = await ask(by, 'POST', 'create', {
        name,
        description: '',
        members: [],
        ...params,
      });
      expect(reply['msg']).toBe('');
      return reply['group_id'] as number;
    },
    changeMembers: (by: AccountWithKey, id: number, params: Params) =>
      ask(by, 'POST', `${id}/members`, params),
    async find(id: number): Promise<UserGroup> {
      const { body } = await t.call(t.owner, 'GET', '/user_groups', {
        include_deactivated_groups: true,
      });
      return (body['user_groups'] as UserGroup[]).find((each) => each.id === id)!;
    },
  };
}

export const refused: unknown = expect.objectContaining({ status: 400, code: 'BAD_REQUEST' });
export const done: unknown = expect.objectContaining({ status: 200, result: 'success' });
