import { describe, expect, it } from 'vitest';
import type { Operation } from './define';
import { encodeCall } from './encode';
import { sendMessage } from './messages';
import { operations } from './operations';
import { updateSettings } from './settings';

const all = Object.entries(operations) as [string, Operation][];

describe('operations', () => {
  it('stand under their own id', () => {
    for (const [id, operation] of all) expect(operation.id).toBe(id);
  });

  it('declare every path parameter and nothing that the path lacks', () => {
    for (const [id, { path, params }] of all) {
      const inPath = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name);
      const declared = Object.keys(params).filter((name) => params[name]?.encoding === 'path');
      expect(declared, id).toEqual(inPath);
    }
  });

  it('name existing reads as stale', () => {
    const ids = all.map(([id]) => id);
    for (const [, { invalidates }] of all)
      expect(ids).toEqual(expect.arrayContaining([...invalidates]));
  });

  it('never let the browser fetch credentials', () => {
    expect(operations.fetchApiKey.browser).toBe(false);
  });

  it('send settings as documented: words raw, the rest as JSON', () => {
    const { body } = encodeCall(updateSettings, { web_home_view: 'inbox', enter_sends: true });
    expect(body?.toString()).toBe('web_home_view=inbox&enter_sends=true');
  });

  it('send recipients as JSON', () => {
    const direct = encodeCall(sendMessage, { type: 'direct', to: [3, 4], content: 'hi' });
    expect(direct.body?.get('to')).toBe('[3,4]');
  });
});
