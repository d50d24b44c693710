import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { stripJpegMetadata } from './jpeg';

/** An 8 × 8 pixel image as an encoder writes it: tables, frame, one scan. */
const picture = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
);

const segment = (marker: number, content: Buffer) =>
  Buffer.concat([
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]),
    content,
  ]);

/** Exif with an orientation and text as its location, in either byte order. */
function exif(orientation: number, little: boolean): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(little ? 'II' : 'MM', 0, 'latin1');
  const put16 = (value: number, at: number) =>
    little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const put32 = (value: number, at: number) =>
    little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  put16(42, 2);
  put32(8, 4);
  put16(1, 8);
  put16(0x0112, 10);
  put16(3, 12);
  put32(1, 14);
  put16(orientation, 18);
  return Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS 52.5200N 13.4050E')]);
}

const withSegments = (...segments: Buffer[]) =>
  Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)]);

const stripped = (bytes: Uint8Array) => {
  const result = stripJpegMetadata(bytes);
  return result && Buffer.from(result);
};

describe('a photo before its upload', () => {
  it('is unchanged without metadata', () => {
    expect(stripped(picture)?.equals(picture)).toBe(true);
  });

  it.each([true, false])('loses its location and keeps its orientation (little: %s)', (little) => {
    const result = stripped(withSegments(segment(0xe1, exif(6, little))));
    expect(result?.includes('GPS')).toBe(false);
    // Parsed again, it has the same orientation: 6 is a quarter turn.
    const tag = result?.indexOf(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6])) ?? -1;
    expect(tag).toBeGreaterThan(0);
    expect(result && stripped(result)?.equals(result)).toBe(true);
  });

  it('loses XMP, IPTC, comments, the second image and the video after it', () => {
    const film = Buffer.concat([picture, Buffer.from('mp4 GPS')]);
    const bytes = Buffer.concat([
      withSegments(
        segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x>GPS</x>')),
        segment(0xed, Buffer.from('Photoshop 3.0\0GPS')),
        segment(0xe2, Buffer.from('MPF\0GPS')),
        segment(0xfe, Buffer.from('GPS')),
      ),
      film,
    ]);
    expect(stripped(bytes)?.equals(picture)).toBe(true);
  });

  it('keeps the color profile', () => {
    const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01colours'));
    expect(stripped(withSegments(profile))?.includes('colours')).toBe(true);
  });

  it('is unchanged when it is no JPEG or is truncated', () => {
    expect(stripJpegMetadata(Buffer.from('GIF89a'))).toBeNull();
    for (let length = 0; length < picture.length; length++) {
      expect(stripJpegMetadata(picture.subarray(0, length))).toBeNull();
    }
  });

  it('never throws, and never changes the image', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(picture.length), (noise, at) => {
        stripJpegMetadata(Buffer.concat([picture.subarray(0, at), noise, picture.subarray(at)]));
        const [once] = [stripJpegMetadata(withSegments(segment(0xe1, Buffer.from(noise))))];
        expect(once && Buffer.from(once).equals(picture)).toBe(true);
      }),
    );
  });
});
