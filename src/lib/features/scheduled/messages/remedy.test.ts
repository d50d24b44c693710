import { expect, it } from 'vitest';
import { remedyOf } from '../../../writing/recipients/send-obstacle';
import { remedyOfScheduleProblem } from './preflight';

it('points to the field in which the user can fix a problem', () => {
  expect(remedyOf('channel_archived')).toBe('recipient');
  expect(remedyOf('person_gone')).toBe('recipient');
  expect(remedyOf('no_recipient')).toBe('recipient');
  expect(remedyOf('topic_missing')).toBe('topic');
  expect(remedyOf('topic_too_long')).toBe('topic');
  expect(remedyOf('too_long')).toBe('text');
  expect(remedyOf('blank')).toBe('text');
  expect(remedyOfScheduleProblem('direct_messages')).toBe('recipient');
  expect(remedyOfScheduleProblem('wildcard')).toBe('text');
  expect(remedyOfScheduleProblem('file_gone')).toBe('text');
  expect(remedyOfScheduleProblem('topic_unwanted')).toBe('topic');
});
