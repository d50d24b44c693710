import { describe, expect, it } from 'vitest';
import { placeOf } from './narrow-link';

const own = 3;

describe('what a link within messages points to', () => {
  it.each([
    ['#narrow/channel/5-logo', '/channels/5'],
    ['#narrow/stream/5', '/channels/5'],
    ['#narrow/channel/5-logo/topic/new.20one', '/conversation?channel=5&topic=new+one'],
    ['#narrow/stream/5-logo/subject/a.2Fb/near/77', '/conversation?channel=5&topic=a%2Fb&near=77'],
    ['#narrow/channel/5-logo/topic//with/8', '/conversation?channel=5&topic='],
    ['#narrow/dm/7-Ada/near/12', '/conversation?dm=7&near=12'],
    ['#narrow/channel/5-logo/near/12', '/conversation?near=12'],
    ['#narrow/near/12', '/conversation?near=12'],
    ['#narrow/id/12', '/conversation?near=12'],
    ['#narrow/dm/3,7,9-group', '/conversation?dm=7%2C9'],
    ['#narrow/dm/3-me', '/conversation?dm=3'],
    ['#narrow/pm-with/7.2C9-group', '/conversation?dm=7%2C9'],
  ])('%s is at %s', (fragment, place) => {
    expect(placeOf(fragment, own)).toBe(place);
  });

  it.each([
    '#narrow/is/starred',
    '#narrow/near/x',
    '#narrow/channel/logo',
    '#narrow/channel/5-logo/topic/.E0.A4.A',
    '#settings/profile',
    '#narrow/dm/ada@example.org',
    '#',
  ])('%s has no page', (fragment) => {
    expect(placeOf(fragment, own)).toBeUndefined();
  });
});
