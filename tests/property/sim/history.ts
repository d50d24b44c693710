import { emptyBody, type DraftBody } from '../../../src/lib/features/drafts/engine/draft-body';
import type { Device, Flight, Tab } from './device';
import type { Random } from './random';
import type { Subject } from './subject';
import { World, type Observer } from './world';

const steps = 70;

export interface Verdict {
  /** Description of the first rule that doesn't hold when idle; null if all do. */
  readonly failure: string | null;
  /** Words that were stored on a device, and how many of them are nowhere when idle. */
  readonly words: number;
  readonly lost: number;
}

/** Runs the history of a seed. */
export function runHistory(subject: Subject, seed: number, observe?: Observer): Verdict {
  const world = new World(subject, seed, observe);
  let words = 0;
  const word = () => `w${++words}.`;
  begin(world, word);
  for (let i = 0; i < steps; i++) act(world, word);
  const rests = world.settle();
  const { ledger } = world;
  const failure = world.broken ?? (rests ? ledger.verdict(world) : 'never rests');
  return { failure, words: ledger.words, lost: ledger.lostWords(world).length };
}

/** Most histories begin without faults, with a draft or two on all devices. */
function begin(world: World, word: () => string): void {
  const { random, time } = world;
  for (let i = random.below(3); i > 0; i--) {
    const body = { ...emptyBody, content: `${word()} ${word()} ${word()}` };
    world.server.post([{ body, timestamp: Math.floor(time / 1000) - i }]);
  }
  if (!random.oneIn(5)) world.drain();
}

function act(world: World, word: () => string): void {
  const { random } = world;
  const device = random.pick(world.devices);
  const tab = device && random.pick(device.tabs);
  if (!device) return;
  if (!tab) {
    device.open();
    return;
  }
  const what = random.below(100);
  if (what < 30) person(world, tab, word);
  else if (what < 48) work(world, tab);
  else if (what < 66) network(world);
  else if (what < 78) poll(world, device);
  else if (what < 91) passTime(world);
  else mishap(world, device, tab, word);
}

function person(world: World, tab: Tab, word: () => string): void {
  const { random } = world;
  const open = [...tab.state.editors].filter(([, editor]) => editor.focused).map(([key]) => key);
  const listed = [...tab.state.records.keys()];
  const local = random.pick(open.length > 0 && !random.oneIn(3) ? open : [...open, ...listed]);
  const what = random.below(20);
  if (what < 1 || local === undefined) {
    const to = random.oneIn(2) ? [] : [1 + random.below(3)];
    const body: DraftBody = {
      ...emptyBody,
      type: to.length > 0 ? 'private' : '',
      to,
      content: word(),
    };
    world.type(tab, world.newId(), body);
  } else if (what < 13) {
    world.type(tab, local, rewrite(random, shownIn(tab, local), word));
  } else if (what < 16) {
    tab.dispatch({ type: 'blur', local });
  } else if (what === 16) {
    tab.dispatch({ type: 'remove', locals: [local] });
  } else if (what === 17) {
    tab.dispatch({ type: 'send', local, attempt: world.newId() });
  } else if (what === 18) {
    const choice = random.pick(['mine', 'theirs', 'both'] as const) ?? 'both';
    tab.dispatch({ type: 'resolve', local, choice });
  } else {
    restore(world, tab);
  }
}

function restore({ random, newId }: World, tab: Tab): void {
  const entry = random.pick([...tab.state.bin.values()]);
  if (entry && random.oneIn(2))
    tab.dispatch({ type: 'restore', trashId: entry.id, local: newId() });
}

function shownIn(tab: Tab, local: string): DraftBody {
  return tab.state.editors.get(local)?.shown ?? tab.state.records.get(local)?.body ?? emptyBody;
}

/** A user's edit: usually adds a word somewhere, sometimes replaces one or clears the text. */
function rewrite(random: Random, body: DraftBody, word: () => string): DraftBody {
  const held = body.content.split(/\s+/).filter((part) => part !== '');
  const what = random.below(24);
  if (what === 0) return { ...body, content: '' };
  if (what === 1)
    return {
      ...body,
      type: 'private',
      to: [1 + random.below(5)],
      content: `${body.content} ${word()}`,
    };
  if (what === 2) return { ...body, content: `${body.content} \0 ${word()}` };
  const at = random.below(held.length + 1);
  held.splice(at, what < 5 && held.length > 1 ? 1 : 0, word());
  return {
    ...body,
    content: held.join(random.oneIn(6) ? '\n' : ' ') + (random.oneIn(8) ? '  \n' : ''),
  };
}

/** One step of the machine: stores, delivers, or wakes. */
function work({ random }: World, tab: Tab): void {
  if (tab.isDue) tab.dispatch({ type: 'tick' });
  if (random.oneIn(2)) return tab.finish();
  for (let i = random.below(4); i >= 0; i--) {
    if (random.oneIn(2)) tab.store();
    else tab.hear();
  }
}

function poll(world: World, device: Device): void {
  const { random } = world;
  const count = random.oneIn(2) ? 1 : 9;
  for (const tab of device.tabs) world.poll(tab, count, random.oneIn(8));
}

function network(world: World): void {
  const { random, flights } = world;
  const flight = random.pick(flights);
  if (!flight) return;
  const goes = random.oneIn(2) ? 1 : 3;
  for (let i = 0; i < goes && flights.includes(flight); i++) fly(world, flight);
  if (goes > 1) flight.tab?.finish();
}

function fly(world: World, flight: Flight): void {
  const { random } = world;
  if (flight.tab && !flight.reply && isCut(flight.tab.device, flight)) return lose(world, flight);
  const fate = random.below(20);
  if (fate === 0 && !flight.reply) lose(world, flight);
  else if (fate === 1) giveUpOn(world, flight);
  else if (!flight.reply) world.arrive(flight);
  else if (fate === 2) lose(world, flight);
  else world.answer(flight);
}

/** Without a session no event queue can be registered either. */
function isCut({ offline, signedOut }: Device, { request }: Flight): boolean {
  return offline || (signedOut && request.kind === 'register');
}

function lose(world: World, flight: Flight): void {
  world.giveUp(flight);
  world.remove(flight);
}

/** The tab gives up waiting, but the request can still arrive. For a message, it is lost. */
function giveUpOn(world: World, flight: Flight): void {
  if (flight.request.kind === 'send') lose(world, flight);
  else world.giveUp(flight);
}

function passTime(world: World): void {
  const { random } = world;
  world.time += random.oneIn(8) ? random.below(90_000) : random.below(1_800);
  for (const tab of world.tabs) {
    if (!tab.isDue || random.oneIn(4)) continue;
    tab.dispatch({ type: 'tick' });
    if (random.oneIn(2)) tab.finish();
  }
}

function mishap(world: World, device: Device, tab: Tab, word: () => string): void {
  const { random, server } = world;
  switch (random.below(10)) {
    case 0:
      if (random.oneIn(2)) device.kill(tab);
      else device.leave(tab);
      if (random.oneIn(2)) for (const flight of world.flights) forget(world, flight);
      return;
    case 1:
      device.offline = !device.offline;
      if (random.oneIn(2)) {
        for (const each of device.tabs) each.dispatch({ type: 'online', value: !device.offline });
      }
      return;
    case 2:
      device.full = !device.full && random.oneIn(2);
      return;
    case 3:
      if (tab.queue !== null) server.queues.delete(tab.queue);
      return;
    case 4:
      if (random.oneIn(3)) world.switchSync();
      return;
    case 5:
      if (device.signedOut) device.signIn();
      else device.signedOut = random.oneIn(2);
      return;
    case 6:
    case 7:
      return otherClient(world, word);
    default:
      device.elect();
      for (const each of device.tabs) each.register();
  }
}

/** Drops the request of a closed tab. */
function forget(world: World, flight: Flight): void {
  if (flight.tab === null && flight.reply === null) world.remove(flight);
}

/** A client that only knows rows: it reads one and immediately writes or deletes it. */
function otherClient({ random, server, time, ledger }: World, word: () => string): void {
  if (!server.sync) return;
  const row = random.pick([...server.rows.values()]);
  const timestamp = Math.floor(time / 1000);
  if (!row || random.oneIn(4)) {
    server.post([{ body: { ...emptyBody, content: word() }, timestamp }]);
  } else if (random.oneIn(6)) {
    server.remove(row.id);
  } else {
    const { type, to, topic } = row;
    const content = random.oneIn(2) ? `${row.content} ${word()}` : `${word()} ${row.content}`;
    ledger.noteOther(content);
    server.patch(row.id, { body: { type, to, topic, content }, timestamp });
  }
}
