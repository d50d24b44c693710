import { describe, expect, it } from 'vitest';
import { ApiError, NetworkFailure } from '../../api/errors';
import { refusedParameter } from './refused-parameter';

const refused = (message: string, fields = {}) =>
  new ApiError('createUser', 400, 'BAD_REQUEST', message, fields);
const names = ['email', 'full_name', 'password', 'url_template'];

describe('refusedParameter', () => {
  it.each([
    ['the name of one that is missing', refused("Missing 'x'", { var_name: 'email' }), 'email'],
    ['the errors of a form', refused('No', { errors: { url_template: ['No'] } }), 'url_template'],
    ['the sentence, by its name', refused('url_template cannot be blank'), 'url_template'],
    ['the sentence, in plain words', refused('Name too long!'), 'full_name'],
    ['the sentence, beside a value', refused("Email 'name@x' already in use"), 'email'],
  ])('finds the parameter from %s', (_by, failure, name) => {
    expect(refusedParameter(failure, names)).toBe(name);
  });

  it.each([
    ['what concerns several', refused('No', { errors: { __all__: ['No'] } })],
    ['what was refused for itself', refused('Insufficient permission')],
    ['a value of that name', refused("There is 'password' already")],
    ['a word that many names end in', refused("User group 'crew' already exists.")],
    ['part of a word', refused('The template renames it')],
    ['what has not arrived', new NetworkFailure('createUser', 'timeout')],
  ])('finds none from %s', (_by, failure) => {
    expect(
      refusedParameter(failure, ['email', 'password', 'can_manage_group', 'full_name']),
    ).toBeUndefined();
  });
});
