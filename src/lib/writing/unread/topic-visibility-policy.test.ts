import { describe, expect, it, vi } from 'vitest';
import { aState } from '../../../../tests/support/state';
import { saveTopicVisibilityPolicy, topicVisibilityPoliciesOf } from './topic-visibility-policy';

function anAccount(zulip_feature_level: number) {
  const call = vi.fn(() => Promise.resolve({}));
  const state = aState({ zulip_version: '6.0', zulip_feature_level });
  return { call, account: { call: call as never, state, assume: vi.fn() } };
}

describe('a topic’s visibility policy', () => {
  it.each([
    [169, 1, 'muteTopic', { op: 'add' }],
    [169, 0, 'muteTopic', { op: 'remove' }],
    [170, 1, 'updateUserTopic', { visibility_policy: 1 }],
    [170, 0, 'updateUserTopic', { visibility_policy: 0 }],
    [247, 3, 'updateUserTopic', { visibility_policy: 3 }],
    [420, 1, 'updateUserTopic', { visibility_policy: 1 }],
  ] as const)(
    'is sent at level %i in the server’s terms: %i by %s',
    async (level, policy, id, announced) => {
      const { account, call } = anAccount(level);
      await saveTopicVisibilityPolicy(account, 5, 'logo', policy);
      expect(call.mock.calls).toEqual([
        [expect.objectContaining({ id }), { stream_id: 5, topic: 'logo', ...announced }],
      ]);
      expect(account.assume).toHaveBeenCalledWith(
        expect.objectContaining({ topic_name: 'logo', visibility_policy: policy }),
      );
    },
  );

  it('is one the server supports', () => {
    expect(topicVisibilityPoliciesOf(anAccount(169).account)).toEqual([0, 1]);
    expect(topicVisibilityPoliciesOf(anAccount(218).account)).toEqual([0, 1, 2]);
    expect(topicVisibilityPoliciesOf(anAccount(247).account)).toEqual([0, 1, 2, 3]);
  });
});
