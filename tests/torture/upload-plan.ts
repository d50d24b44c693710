import { createRandom } from '$lib/server/service/sample/random';

/** `lostReply`: the server's next answer is swallowed, and the connection broken. */
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
  /** `near`: between client and server, or that server; `far`: what stands behind it. */
  readonly where: 'near' | 'far';
  /** So many bytes of this upload must have left the client, counting those that were sent again. */
  readonly at: number;
}

export interface PlannedUpload {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Through a server that is a client of the other, instead of directly to that one. */
  readonly isRemote: boolean;
  /** Ascending by `at`. */
  readonly faults: readonly Fault[];
}

export interface Scale {
  readonly uploads: number;
  readonly cuts: number;
  /** Of them, kills of a server. */
  readonly kills: number;
  /** Bytes of the largest file. */
  readonly largest: number;
}

const mebibyte = 1024 * 1024;
/** Up to it a file goes in one request, and a cut costs all that was sent. */
const plainLimit = 8 * mebibyte;

/** The same for the same seed. A fifth of the files is small; three quarters go through both servers. */
export function planUploads(seed: number, scale: Scale): PlannedUpload[] {
  const random = createRandom(seed);
  const between = (from: number, to: number) => Math.floor(from + random() * (to - from));
  const uploads = Array.from({ length: scale.uploads }, (_, index) => {
    const isPlain = index % 5 === 4;
    // Of few large ones and many middling ones.
    const size = isPlain
      ? between(1, plainLimit)
      : between(plainLimit + 1, plainLimit + (scale.largest - plainLimit) * random());
    return {
      ...{ name: `${isPlain ? 'plain' : 'tus'}-${index}.bin`, size, isPlain },
      ...{ isRemote: index % 4 !== 1, faults: [] as Fault[] },
    };
  });
  const kinds = faultKinds.filter((kind) => kind !== 'kill');
  for (let cut = 0; cut < scale.cuts; cut++) {
    const kind = cut < scale.kills ? 'kill' : kinds[cut % kinds.length]!;
    // What is sent in one piece is cut less often: it is the smaller part of the time, too.
    const able = uploads.filter(({ isPlain, faults }) => !isPlain || faults.length < 2);
    const upload = able[between(0, able.length)]!;
    const where = upload.isRemote && cut % 2 === 0 ? 'far' : 'near';
    upload.faults.push({ kind, where, at: between(0, upload.size) });
  }
  return uploads.map(({ name, size, isRemote, faults }) => ({
    ...{ name, size, isRemote },
    faults: faults.sort((a, b) => a.at - b.at),
  }));
}
