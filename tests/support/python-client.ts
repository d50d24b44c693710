import type { AccountWithKey } from '$lib/server/service/service';
import { expect } from 'vitest';
import { basic, encodeFields, readReply, type Reply, type TestService } from './service';

/** User-Agents of clients made with the Python library. */
export const pythonAgents = {
  library: 'ZulipPython/0.9.0 (Linux; 6.1.0)',
  terminal: 'ZulipTerminal/0.7.0 Linux',
};

export type PythonCall = [
  account: AccountWithKey | null,
  method: string,
  path: string,
  params?: Readonly<Record<string, unknown>>,
  agent?: string,
];

/**
 * A request in exactly the Python library's format: text as it is, everything else as JSON, GET in
 * the query, the rest urlencoded. The path has no leading slash.
 */
export async function askAsPython(t: TestService, ...request: PythonCall): Promise<Reply> {
  const [account, method, path, params = {}, agent = pythonAgents.library] = request;
  const form = encodeFields(params).toString();
  const query = method === 'GET' && form !== '' ? `?${form}` : '';
  const headers = new Headers({ 'user-agent': agent, accept: '*/*' });
  if (account) headers.set('authorization', basic(account));
  if (method !== 'GET') headers.set('content-type', 'application/x-www-form-urlencoded');
  const sent = new Request(`http://localhost:4100/api/v1/${path}${query}`, {
    method,
    headers,
    body: method === 'GET' ? null : form,
  });
  return readReply(await t.service.handle(sent, { address: '192.0.2.1' }));
}

/** Expects success as the library defines it, and returns the reply's body. */
export async function succeedAsPython(
  t: TestService,
  ...request: PythonCall
): Promise<Reply['body']> {
  const { status, body } = await askAsPython(t, ...request);
  expect([status, body.result, body.msg]).toEqual([200, 'success', '']);
  return body;
}
