import { expect, it } from 'vitest';
import { check } from '../../ui/form/check';
import { schemaOf } from './choices';

it.each([
  ['web_font_size_px', '17', undefined],
  ['web_font_size_px', '-5', /10.*32/],
  ['web_line_height_percent', '60', /100.*280/],
  ['email_notifications_batching_period_seconds', '90', undefined],
] as const)('%s may be %s: %s', (name, typed, problem) => {
  const told = check(schemaOf(name), typed).problem;
  if (problem) expect(told).toMatch(problem);
  else expect(told).toBeUndefined();
});
