import { isInkwell, type ServerVersion } from '../../api/feature-level';
import type { notificationSounds } from '../../api/settings-table';

type Sound = (typeof notificationSounds)[number];

/** Hertz, then seconds until it begins, then seconds it takes to fade out. */
type Tone = readonly [pitch: number, start: number, length: number];

/** Sounds of the Inkwell server, generated from tones so that nothing is fetched. */
const voices: Readonly<Record<Sound, readonly Tone[]>> = {
  zulip: [
    [880, 0, 0.18],
    [1175, 0.12, 0.3],
  ],
  bell: [
    [784, 0, 0.9],
    [1568, 0, 0.5],
    [2349, 0, 0.25],
  ],
  chime: [
    [1047, 0, 0.35],
    [1319, 0.14, 0.35],
    [1568, 0.28, 0.6],
  ],
  ding: [[1760, 0, 0.5]],
  glow: [
    [440, 0, 0.7],
    [660, 0.1, 0.7],
  ],
  harp: [
    [523, 0, 0.4],
    [659, 0.07, 0.4],
    [784, 0.14, 0.4],
    [1047, 0.21, 0.6],
  ],
  ripple: [
    [1319, 0, 0.12],
    [1175, 0.09, 0.12],
    [1319, 0.18, 0.25],
  ],
  'soft bell': [
    [587, 0, 0.9],
    [1175, 0, 0.4],
  ],
  sparkle: [
    [2093, 0, 0.1],
    [2637, 0.07, 0.1],
    [3136, 0.14, 0.25],
  ],
};

/** The others are sine waves. */
const triangles: ReadonlySet<string> = new Set(['harp', 'sparkle']);

const loudness = 0.12;
let context: AudioContext | undefined;

/**
 * Plays the sound of that name. Other servers have sound files; if one can't be played, a generated
 * tone is used instead.
 */
export async function playNotificationSound(
  name: string,
  server: ServerVersion | null,
): Promise<void> {
  if (name === 'none') return;
  if (server && !isInkwell(server) && (await playFile(name))) return;
  await playTones(Object.hasOwn(voices, name) ? name : 'zulip');
}

/** Path and formats as in the official web app, web/src/audible_notifications.ts. */
async function playFile(name: string): Promise<boolean> {
  const audio = new Audio();
  const kind = audio.canPlayType('audio/ogg; codecs="vorbis"') === '' ? 'mp3' : 'ogg';
  audio.src = `/static/audio/notification_sounds/${encodeURIComponent(name)}.${kind}`;
  return audio.play().then(
    () => true,
    () => false,
  );
}

/** Plays nothing if the browser requires a click in the page first. */
async function playTones(name: string): Promise<void> {
  const voice = voices[name as Sound] as readonly Tone[] | undefined;
  if (!voice || !('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  if (!(await runs(context))) {
    await context.close();
    context = undefined;
    return;
  }
  const shape = triangles.has(name) ? 'triangle' : 'sine';
  for (const [pitch, start, length] of voice) {
    tone(context, shape, pitch, context.currentTime + start, length);
  }
}

/** Gives up after 200 ms. Otherwise the sound would wait for a click and play then. */
async function runs(context: AudioContext): Promise<boolean> {
  const resumed = context.resume().then(
    () => true,
    () => false,
  );
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 200));
  return Promise.race([resumed, late]);
}

function tone(on: AudioContext, type: OscillatorType, pitch: number, at: number, length: number) {
  const oscillator = new OscillatorNode(on, { type, frequency: pitch });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(on.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}
