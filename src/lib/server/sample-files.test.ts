import { expect, it } from 'vitest';
import { sampleNetworkWarning } from './sample-files';

it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])(
  'does not warn about a sample on %s',
  (host) => {
    expect(sampleNetworkWarning(host)).toBe('');
  },
);

it.each(['0.0.0.0', '::', '192.0.2.7', 'chat.example.org'])(
  'warns about a sample on %s',
  (host) => {
    expect(sampleNetworkWarning(host)).toMatch(/sign in as anyone.*\n$/);
  },
);
