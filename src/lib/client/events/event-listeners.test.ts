import { expect, it, vi } from 'vitest';
import type { ServerEvent } from '../../api/event-types';
import { EventListeners } from './event-listeners';

const words = (alert_words: string[]): ServerEvent => ({
  kind: 'alert_words',
  id: -1,
  alert_words,
});
const muted: ServerEvent = { kind: 'muted_users', id: -1, muted_users: [] };

it('passes each listener its kinds, in order, and nothing if there are none', () => {
  const listeners = new EventListeners();
  const [some, all, none] = [vi.fn(), vi.fn(), vi.fn()];
  listeners.add(['alert_words'], some);
  listeners.add('all', all);
  listeners.add(['message'], none);
  const batch = [words(['a']), muted, words(['b'])];
  listeners.notify(batch);
  expect(some.mock.calls).toEqual([[[words(['a']), words(['b'])]]]);
  expect(all.mock.calls).toEqual([[batch]]);
  expect(none).not.toHaveBeenCalled();
});

it('doesn’t pass a batch to listeners added by it: the state they read has it', () => {
  const listeners = new EventListeners();
  const late = vi.fn();
  listeners.add('all', () => listeners.add('all', late));
  listeners.notify([muted]);
  expect(late).not.toHaveBeenCalled();
  listeners.notify([muted]);
  expect(late).toHaveBeenCalledOnce();
});

it('doesn’t call a listener that an earlier one has removed', () => {
  const listeners = new EventListeners();
  const gone = vi.fn();
  listeners.add('all', () => stop());
  const stop = listeners.add('all', gone);
  listeners.notify([muted]);
  expect(gone).not.toHaveBeenCalled();
});

it('calls the others although one fails, and then throws', () => {
  const listeners = new EventListeners();
  const other = vi.fn();
  const failure = new Error('Broken');
  listeners.add('all', () => {
    throw failure;
  });
  listeners.add('all', other);
  expect(() => listeners.notify([muted])).toThrow(failure);
  expect(other).toHaveBeenCalledOnce();
});
