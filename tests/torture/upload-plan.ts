/** `lostReply`: the server's next reply is dropped and the connection broken. */
export const faultKinds = [
  'reset',
  'blackHole',
  'halfClose',
  'throttle',
  'lostReply',
  'kill',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /**
   * For a remote upload, `near` is the server that the client talks to, or the connection to it;
   * `far` is the server behind it, or the connection between the two. Other uploads only have
   * `near`.
   */
  readonly where: 'near' | 'far';
  /**
   * The fault happens once this many bytes of the upload have left the client, including bytes that
   * were sent again.
   */
  readonly at: number;
}

export interface PlannedUpload {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /**
   * Whether it goes through a server that is a client of the other one, instead of directly to that
   * one.
   */
  readonly isRemote: boolean;
  /** Sorted by `at`. */
  readonly faults: readonly Fault[];
}

export interface Scale {
  readonly uploads: number;
  readonly cuts: number;
  /** How many of the cuts kill a server. */
  readonly kills: number;
  /** Size of the largest file in bytes. */
  readonly largest: number;
}

const mebibyte = 1024 * 1024;
/** Files up to this size go in a single request, so a cut costs all bytes sent so far. */
const plainLimit = 8 * mebibyte;

/**
 * Plans uploads; the same seed gives the same plan. A fifth of the files is small. Three quarters
 * go through both servers.
 */
export function planUploads(seed: number, scale: Scale): PlannedUpload[] {
  const random = createRandom(seed);
  const between = (from: number, to: number) => Math.floor(from + random() * (to - from));
  const uploads = Array.from({ length: scale.uploads }, (_, index) => {
    const isPlain = index % 5 === 4;
    // Few large files and many medium ones.
    const size = isPlain
      ? between(1, plainLimit)
      : between(plainLimit + 1, plainLimit + (scale.largest - plainLimit) * random());
    return {
      name: `${isPlain ? 'plain' : 'tus'}-${index}.bin`,
      size,
      isPlain,
      isRemote: index % 4 !== 1,
      faults: [] as Fault[],
    };
  });
  const kinds = faultKinds.filter((kind) => kind !== 'kill');
  for (let cut = 0; cut < scale.cuts; cut++) {
    const kind = cut < scale.kills ? 'kill' : kinds[cut % kinds.length]!;
    // Files that go in a single request get fewer cuts: they also take less of the time.
    const able = uploads.filter(({ isPlain, faults }) => !isPlain || faults.length < 2);
    const upload = able[between(0, able.length)]!;
    const where = upload.isRemote && cut % 2 === 0 ? 'far' : 'near';
    upload.faults.push({ kind, where, at: between(0, upload.size) });
  }
  return uploads.map(({ name, size, isRemote, faults }) => ({
    name,
    size,
    isRemote,
    faults: faults.sort((a, b) => a.at - b.at),
  }));
}

/** Repeatable numbers in [0, 1) (mulberry32), so that two plans with the same seed are equal. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
