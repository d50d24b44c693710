import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGif, aJpeg, aPng, aWebp } from '../../../../../tests/support/pictures';
import { readPicture } from './picture';

describe('an image', () => {
  it.each([
    ['image/png', aPng(3, 2)],
    ['image/gif', aGif()],
    ['image/jpeg', aJpeg(640, 480)],
    ['image/webp', aWebp()],
  ])('is recognized as %s by its bytes', (content_type, bytes) => {
    expect(readPicture(bytes)).toEqual({ content_type, still: null });
  });

  it.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page that begins like one', Buffer.from('GIF89a<script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['one that fills the memory', aPng(60_000, 60_000)],
    ['one without a size', aPng(0, 10)],
    ['one cut short', aPng().subarray(0, 40)],
    ['a photo without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ])('is not %s', (_what, bytes) => expect(readPicture(bytes)).toBeNull());

  it.each([
    ['PNG', aPng(2, 2, true), aPng(2, 2)],
    ['GIF', aGif(3), aGif()],
  ])('that is animated has its first frame: %s', (_kind, moving, still) => {
    expect(readPicture(moving)?.still?.equals(still)).toBe(true);
    expect(readPicture(still)?.still).toBeNull();
  });

  it('that is animated has its first frame: WebP', () => {
    const still = readPicture(aWebp(true))?.still;
    expect(still?.readUInt32LE(4)).toBe(still!.length - 8);
    expect(readPicture(still!)).toEqual({ content_type: 'image/webp', still: null });
    expect(still?.subarray(30).equals(aWebp().subarray(12))).toBe(true);
  });

  it('never throws, and takes no time for manipulated bytes', () => {
    const whole = [aPng(2, 2, true), aGif(3), aWebp(true), aJpeg()];
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.array(fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 })), { maxLength: 6 }),
        fc.nat({ max: 300 }),
        (good, changes, length) => {
          const bytes = Buffer.from(good.subarray(0, length));
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          const picture = readPicture(bytes);
          if (picture?.still) expect(readPicture(picture.still)?.still ?? null).toBeNull();
        },
      ),
      { numRuns: 2000 },
    );
  });
});
