import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createPictureAddresses, picturesPath, replacePictures } from './picture-addresses';

const gravatar = 'https://secure.gravatar.com/avatar/0a?d=identicon&version=1';

async function through(text: string, size: number, replace = (url: string) => `<${url}>`) {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const out = await buffer(Readable.from(parts).pipe(replacePictures(replace)));
  return out.toString();
}

describe('replacePictures', () => {
  const reply = {
    realm_users: Array.from({ length: 200 }, (_, id) => ({
      full_name: `Zoë ${id} 🦉 says "avatar_url": "https://evil.example/x"`,
      avatar_url: id % 2 === 0 ? `${gravatar}&id=${id}` : `/user_avatars/2/${id}.png`,
      profile_data: {},
    })),
    realm_icon_url: gravatar,
    note: 'avatar_url',
    '1': { source_url: 'https://bucket.example/ö.png', still_url: null },
  };
  const expected = {
    ...reply,
    realm_users: reply.realm_users.map((user, id) =>
      id % 2 === 0 ? { ...user, avatar_url: `<${user.avatar_url}>` } : user,
    ),
    realm_icon_url: `<${gravatar}>`,
    '1': { source_url: '<https://bucket.example/ö.png>', still_url: null },
  };

  it.each([1e6, 4096, 7])('replaces URLs in chunks of %i bytes', async (size) => {
    expect(JSON.parse(await through(JSON.stringify(reply), size))).toEqual(expected);
  });

  it('reads what other servers write: spaces, and slashes with a backslash', async () => {
    const text = String.raw`{"avatar_url" :  "https:\/\/a.example\/b", "x": "\"avatar_url\": \"https://c\""}`;
    expect(JSON.parse(await through(text, 5))).toEqual({
      avatar_url: '<https://a.example/b>',
      x: '"avatar_url": "https://c"',
    });
  });

  it('leaves everything else byte for byte as it is', async () => {
    const text = '{ "avatar_url": null, "url": "https://a.example", "b":"\\ud83d\\ude00 ü" }';
    expect(await through(text, 3)).toBe(text);
  });
});

describe('a picture URL', () => {
  const { addressOf, read } = createPictureAddresses('secret');
  const path = addressOf('a1', gravatar).slice(picturesPath.length);

  it('can be decoded again', () => {
    expect(read(path)).toEqual({ account: 'a1', url: gravatar });
  });

  it('can’t be forged, nor used for another account or picture', () => {
    const [account = '', mark = '', url = ''] = path.split('/');
    const other = Buffer.from('http://169.254.169.254/').toString('base64url');
    const foreign = createPictureAddresses('other').addressOf('a1', gravatar);
    for (const made of [
      `a2/${mark}/${url}`,
      `${account}/${mark}/${other}`,
      `${account}//${url}`,
      `${account}/${mark}/${url}/x`,
      foreign.slice(picturesPath.length),
      '',
    ]) {
      expect(read(made)).toBeNull();
    }
  });
});
