import { expect, it } from 'vitest';
import { formatFileSize } from './format-file-size';

it('formats sizes in thousands, with the usual plural', () => {
  expect([0, 1, 3, 999].map((bytes) => formatFileSize(bytes))).toEqual([
    '0 bytes',
    '1 byte',
    '3 bytes',
    '999 bytes',
  ]);
  expect([1000, 999_600, 8_400_000, 2_000_000_000].map((bytes) => formatFileSize(bytes))).toEqual([
    '1 kB',
    '1 MB',
    '8.4 MB',
    '2 GB',
  ]);
  expect(formatFileSize(300_000, 5_000_000)).toBe('0.3 MB');
});
