import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseInput } from './parse-input';
import { controlOf } from './control-of';

const seconds = v.pipe(v.pipe(v.number(), v.safeInteger()), v.minValue(1), v.maxValue(600));

describe('the control for a schema', () => {
  it.each([
    [v.boolean(), { kind: 'switch' }],
    [v.picklist(['a', 'b']), { kind: 'select', values: ['a', 'b'] }],
    [v.optional(v.picklist([1, 2])), { kind: 'select', values: [1, 2] }],
    [seconds, { kind: 'number', min: 1, max: 600 }],
    [v.number(), { kind: 'number', min: undefined, max: undefined }],
    [v.pipe(v.string(), v.maxLength(9)), { kind: 'text', maxLength: 9 }],
  ])('%#', (schema, control) => expect(controlOf(schema)).toEqual(control));
});

describe('typed text', () => {
  it('becomes the value that the schema accepts', () => {
    expect(parseInput(seconds, ' 60 ')).toEqual({ value: 60 });
    expect(parseInput(v.string(), 'x')).toEqual({ value: 'x' });
  });

  it.each(['', '0', '601', '1.5', 'soon', '1e999'])('is not a number of seconds: %s', (typed) => {
    expect(parseInput(seconds, typed).problem).toContain('600');
  });

  it('is reported as too long', () => {
    expect(parseInput(v.pipe(v.string(), v.maxLength(3)), 'four').problem).toContain('3');
  });
});
