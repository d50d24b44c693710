import { describe, expect, it } from 'vitest';
import { hrefOfNarrow } from './narrow-link';

const own = 3;

describe('the target of a link in a message', () => {
  it.each([
    ['#narrow/channel/5-logo', '/channels/5'],
    ['#narrow/stream/5', '/channels/5'],
    ['#narrow/channel/5/topic/x.py%20v1.2', '/conversation?channel=5&topic=x.py+v1.2'],
    ['#narrow/channel/5/topic/50%.20off', '/conversation?channel=5&topic=50%25+off'],
    ['#narrow/channel/5-logo/topic/new.20one', '/conversation?channel=5&topic=new+one'],
    ['#narrow/stream/5-logo/subject/a.2Fb/near/77', '/conversation?channel=5&topic=a%2Fb&near=77'],
    ['#narrow/channel/5-logo/topic//with/8', '/conversation?channel=5&topic=&with=8'],
    ['#narrow/channel/5-logo/topic/a/with/8', '/conversation?channel=5&topic=a&with=8'],
    ['#narrow/dm/7-Ada/with/12', '/conversation?dm=7'],
    ['#narrow/dm/7-Ada/near/12', '/conversation?dm=7&near=12'],
    ['#narrow/channel/5-logo/near/12', '/conversation?near=12'],
    ['#narrow/near/12', '/conversation?near=12'],
    ['#narrow/id/12', '/conversation?near=12'],
    ['#narrow/dm/3,7,9-group', '/conversation?dm=7%2C9'],
    ['#narrow/dm/3-me', '/conversation?dm=3'],
    ['#narrow/pm-with/7.2C9-group', '/conversation?dm=7%2C9'],
    ['#narrow/with/12', '/conversation?near=12'],
    ['#narrow/channel/5-logo/with/12', '/conversation?near=12'],
    ['#narrow/is/starred', '/feed/starred'],
    ['#narrow/is/mentioned/', '/feed/mentions'],
    ['#narrow/is/followed', '/feed/followed'],
    ['#narrow/in/home', '/feed/all'],
    ['#narrow/is/unread', '/search?narrow=is/unread'],
    ['#narrow/channel/logo', '/search?narrow=channel/logo'],
    ['#narrow/dm/ada.40example.2Eorg', '/search?narrow=dm/ada.40example.2Eorg'],
    ['#narrow/near/x', '/search?narrow=near/x'],
    [
      '#narrow/channel/5-logo/topic/a.26b/search/x.20y',
      '/search?narrow=channel/5-logo/topic/a.26b/search/x.20y',
    ],
    ['#narrow/-has/link/dm/7,9-group', '/search?narrow=-has/link/dm/7,9-group'],
    ['#narrow/search/a&q=b', '/search?narrow=search/a%26q%3Db'],
  ])('%s is %s', (fragment, place) => {
    expect(hrefOfNarrow(fragment, own)).toBe(place);
  });

  it.each(['#narrow/is', '#narrow/', '#narrow/channel/5-logo/topic/.E0.A4.A', '#about-zulip', '#'])(
    '%s has no page',
    (fragment) => {
      expect(hrefOfNarrow(fragment, own)).toBeUndefined();
    },
  );
});
