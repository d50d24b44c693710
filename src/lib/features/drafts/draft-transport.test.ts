import { expect, it } from 'vitest';
import { ApiError, NetworkFailure, ServerFault } from '../../api/errors';
import { draftFailureOf } from './draft-transport';

const answered = (status: number, fields = {}) =>
  new ApiError('editDraft', status, 'CODE', 'No.', fields);

it.each([
  ['only 401 as signed out', answered(401), { kind: 'signedOut' }],
  ['403 as an answer that says nothing', answered(403), { kind: 'unknown' }],
  ['404 as a row that is gone', answered(404), { kind: 'gone' }],
  ['400 as a refusal with its reason', answered(400), { kind: 'refused', reason: 'No.' }],
  [
    '413 as a refusal, so that each is tried alone',
    answered(413),
    { kind: 'refused', reason: 'No.' },
  ],
  [
    '429 with its wait',
    answered(429, { 'retry-after': 2.5 }),
    { kind: 'limited', retryAfter: 2500 },
  ],
  ['429 without a wait', answered(429), { kind: 'limited', retryAfter: 1000 }],
  ['another refusal', answered(405), { kind: 'unknown' }],
  ['a fault of the server', new ServerFault('editDraft', 500), { kind: 'fault' }],
  ['a full disk', new ServerFault('editDraft', 507), { kind: 'fault' }],
  ['a server out of reach', new ServerFault('editDraft', 502), { kind: 'unknown' }],
  ['no answer', new NetworkFailure('editDraft', 'timeout'), { kind: 'unknown' }],
])('classifies %s', (_name, failure, meaning) => {
  expect(draftFailureOf(failure)).toEqual(meaning);
});
