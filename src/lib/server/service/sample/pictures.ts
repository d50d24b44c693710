import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [number, number, number];

/** A map plate: an island with its depth lines, mirrored for the proof that went wrong. */
export function mapPlate(isMirrored: boolean): Buffer {
  const [width, height] = [480, 320];
  const bands: readonly Colour[] = [
    [46, 96, 138],
    [74, 128, 168],
    [114, 162, 195],
    [160, 196, 218],
    [205, 226, 234],
    [238, 226, 188],
    [198, 208, 150],
    [150, 180, 116],
    [112, 148, 90],
  ];
  const band = (x: number, y: number) => {
    const [u, v] = [(x / width) * 2 - 1, (y / height) * 2 - 1];
    const main = 1.1 - Math.hypot(u * 1.5 + 0.25, v * 1.25 - 0.1) * 1.25;
    const rock = 0.75 - Math.hypot(u - 0.62, v + 0.45) * 2.6;
    const waves = Math.sin(u * 7 + v * 3) * 0.09 + Math.cos(v * 9 - u * 4) * 0.08;
    const level = Math.max(main, rock) + waves + Math.sin(u * 19) * Math.sin(v * 17) * 0.04;
    return Math.max(0, Math.min(bands.length - 1, Math.floor(level * 5 + 4)));
  };
  return png(width, height, (column, y) => {
    const x = isMirrored ? width - 1 - column : column;
    const here = band(x, y);
    const isContour = here !== band(x + 1, y) || here !== band(x, y + 1);
    return isContour ? [58, 82, 98] : bands[here]!;
  });
}

const palette: Readonly<Record<string, Colour>> = {
  '.': [247, 244, 236],
  '#': [52, 56, 66],
  o: [255, 255, 255],
  '+': [168, 176, 188],
  r: [196, 74, 58],
  y: [226, 178, 84],
};

/** An image drawn with one character per pixel, each scaled to `scale` by `scale`. */
export function drawPicture(rows: readonly string[], scale: number): Buffer {
  return png((rows[0]?.length ?? 0) * scale, rows.length * scale, (x, y) => {
    const point = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ?? '.';
    return palette[point] ?? palette['.']!;
  });
}

export const ternPicture = [
  '................',
  '............###.',
  '..........##++#.',
  '.........#+++#..',
  '........#+++#...',
  '..#######++#....',
  '.########+#.....',
  'rroo#ooo+++###..',
  '..ooooooo+++++##',
  '...ooooooo+++...',
  '....oooo#++#....',
  '......#+++#.....',
  '.....#++##......',
  '.....###........',
  '................',
  '................',
];

export const kettlePicture = [
  '................',
  '......####......',
  '.....#....#.....',
  '....#..##..#....',
  '....#.####.#....',
  '...##########...',
  '##.#rrrrrrrr#...',
  '.##rroorrrrrr#..',
  '..#rrorrrrrrr##.',
  '..#rrrrrrrrrr##.',
  '...#rrrrrrrr##..',
  '...#rrrrrrrr#...',
  '....########....',
  '................',
  '................',
  '................',
];

export const goatPicture = [
  '................',
  '..##............',
  '.#..#...........',
  '....##..........',
  '..#oooo.........',
  '..o#ooo.........',
  '.ooooooooooooo#.',
  '.rooooooooooooo.',
  '...+ooooooooooo.',
  '...+.oooooooooo.',
  '.....oooooooo+o.',
  '.....oo+...oo+..',
  '.....oo+...oo+..',
  '.....##.#..##...',
  'yyyyyyyyyyyyyyyy',
  'yyyyyyyyyyyyyyyy',
];

/** https://www.w3.org/TR/png-3/ */
function png(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const lines = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      lines.set(colourAt(x, y), y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each for red, green and blue.
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [part('IHDR', header), part('IDAT', deflateSync(lines)), part('IEND')];
  return Buffer.concat([signature, ...parts]);
}

function part(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
