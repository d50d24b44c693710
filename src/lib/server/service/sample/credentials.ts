import { randomInt } from 'node:crypto';

const words =
  'amber anchor basalt beacon birch brine cedar chalk cinder clover coral cove drift ember fern fjord flint gannet gorse harbor hazel heron juniper kelp lantern lichen marram moss osprey pebble petrel plover puffin reed rowan sable samphire shoal slate sorrel spruce tallow teasel tern thistle tidal umber willow wren'.split(
    ' ',
  );

/**
 * A password that is easy to read out and type: three words and four digits, about 30 bits of
 * randomness.
 */
export function samplePassword(): string {
  const word = () => words[randomInt(words.length)] ?? '';
  return `${word()}-${word()}-${word()}-${randomInt(1000, 10_000)}`;
}
