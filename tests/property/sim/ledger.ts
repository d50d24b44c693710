import {
  normalizeBody,
  draftProblemOf,
  isBlankBody,
  sameDraftBody,
  defaultLimits,
  type DraftBody,
} from '../../../src/lib/features/drafts/engine/draft-body';
import { viewStoredDraft } from '../../../src/lib/features/drafts/engine/draft-view';
import { isDraftSending } from '../../../src/lib/features/drafts/engine/local-changes';
import type { DraftChange } from '../../../src/lib/features/drafts/engine/draft-change';
import type { ServerDraft } from '../../../src/lib/features/drafts/engine/server-rows';
import type { Device } from './device';
import type { Server } from './server';
import type { World } from './world';

/** The words of a text. Every typed word is unique. */
export function wordsOf(content: string): Set<string> {
  return new Set(content.match(/\w+\./g) ?? []);
}

/**
 * Records what was done in a history as it reaches a store, and compares it with what is left when
 * idle:
 *
 * 1. Every word that was stored on one of our devices is in a draft, in a message or in the trash,
 * unless the user removed that word.
 * 2. No draft contains all words of another one, unless they are labeled as the sides of a conflict
 * or as kept although deleted elsewhere; and no attempt at sending creates two messages.
 * 3. Every device has the server's drafts, text by text.
 * 4. No draft consists only of words that were deleted or sent together, with the same exception:
 * such a draft has returned. Texts that another client edited are left out: a device whose POST got
 * no response can't recognize what that client made of it. The same applies to 2 if the POST
 * arrived late, after the list had been read and the text posted again.
 * 5. Only the user changes what a focused box shows (`World.type` and `Tab.dispatch`).
 * 6. The messages of a tab to one conversation are there in the order in which they were sent, and
 * none counts as sent that isn't there (`World.watch`).
 * 7. A draft at which the server fails blocks no other, and the user is notified.
 *
 * A draft that was edited before sync was switched off also counts as labeled: a device with an
 * older version uploads it again, and the others can't know what it is. The same applies to one
 * that was then deleted, for a device that hadn't received the deletion: the switch makes it upload
 * its version too. Drafts with words that the user restored from the trash or duplicated are left
 * out of 2 and 4.
 */
export class Ledger {
  private readonly stored = new Set<string>();
  private readonly erased = new Set<string>();
  private readonly copied = new Set<string>();
  /** Words that only another client has typed; see `noteOther`. */
  private readonly others = new Set<string>();
  /** Words of POSTs that reached the server when no tab waited for them anymore. */
  private readonly late = new Set<string>();
  private readonly labelled = new Set<string>();
  private readonly removals: Set<string>[] = [];
  private readonly unordered = new Set<string>();

  note(device: Device, change: DraftChange): void {
    switch (change.type) {
      case 'edit':
        return this.noteEdit(change.from, change.to);
      case 'recall': {
        const { texts } = change.word;
        for (const [at, text] of texts.entries()) if (at > 0) this.noteEdit(texts[at - 1]!, text);
        return;
      }
      case 'remove':
        for (const local of change.locals) {
          const record = device.records.get(local);
          if (record && !isDraftSending(record)) this.noteRemoval(device, local);
        }
        return;
      case 'close': {
        const record = device.records.get(change.local);
        // While it is being sent, it is unknown whether it will be removed.
        if (record && isBlankBody(record.body) && !isDraftSending(record)) {
          this.noteRemoval(device, change.local);
        }
        return;
      }
      case 'sendingEnded': {
        const record = device.records.get(change.local);
        const { sending } = record ?? {};
        if (change.state !== 'sent' || !record || sending?.attempt !== change.attempt) return;
        if (isBlankBody(record.body) || sameDraftBody(record.body, sending.body)) {
          this.noteRemoval(device, change.local);
        }
        return;
      }
      case 'restore':
        return this.noteCopy(device.bin.get(change.trashId)?.body.content);
      case 'resolve':
        if (change.choice === 'both') {
          const record = device.records.get(change.local);
          this.noteCopy(record?.body.content);
          this.noteCopy(device.records.get(record?.conflict?.other ?? '')?.body.content);
        }
        return;
      default:
    }
  }

  private noteEdit(from: DraftBody, to: DraftBody): void {
    const after = wordsOf(to.content);
    for (const word of after) this.stored.add(word);
    if (after.size === 0) return;
    for (const word of wordsOf(from.content)) if (!after.has(word)) this.erased.add(word);
  }

  /** Sent in a tab other than the leading one, which learns of it at an unknown time. */
  noteUnordered(attempt: string): void {
    this.unordered.add(attempt);
  }

  noteOther(content: string): void {
    for (const word of wordsOf(content)) if (!this.stored.has(word)) this.others.add(word);
  }

  noteLate(content: string): void {
    for (const word of wordsOf(content)) this.late.add(word);
  }

  noteLabel(mine: string, theirs: string): void {
    for (const word of [...wordsOf(mine), ...wordsOf(theirs)]) this.labelled.add(word);
  }

  /** The two drafts of a conflict are marked as such until the user has picked one. */
  private noteConflicts({ devices }: World): void {
    for (const { records } of devices) {
      for (const { body, conflict } of records.values()) {
        const other = conflict && records.get(conflict.other);
        if (other) this.noteLabel(body.content, other.body.content);
      }
    }
  }

  /** The user duplicated these words, so two drafts with them are intended. */
  private noteCopy(content = ''): void {
    for (const word of wordsOf(content)) this.copied.add(word);
  }

  private noteRemoval(device: Device, local: string): void {
    const record = device.records.get(local);
    if (!record) return;
    const { body, base } = record;
    // Emptying a box removes what the server has of it.
    const words = wordsOf(isBlankBody(body) && base ? base.body.content : body.content);
    // A device whose POST got no response can't recognize what another client made of it.
    const byOthers = [...words].some((word) => this.others.has(word));
    // The server might still have the text of the other box, which was set aside and stays.
    const isAside = [...device.records.values()].some(
      (other) => other.asideOf === local && isWithin(words, wordsOf(other.body.content)),
    );
    if (words.size > 0 && !byOthers && !isAside) this.removals.push(words);
  }

  /** Description of the first rule that doesn't hold; null if all do. */
  verdict(world: World): string | null {
    this.noteConflicts(world);
    return (
      this.differs(world) ??
      this.lost(world) ??
      this.doubled(world) ??
      this.returned(world) ??
      this.disordered(world) ??
      this.untold(world)
    );
  }

  get words(): number {
    return this.stored.size;
  }

  private lost(world: World): string | null {
    const [word] = this.lostWords(world);
    return word === undefined ? null : `lost: ${word}`;
  }

  lostWords(world: World): string[] {
    const left = new Set<string>();
    const texts = new Set<string>();
    const keep = (content: string) => {
      if (texts.has(content)) return;
      texts.add(content);
      for (const word of wordsOf(content)) left.add(word);
    };
    for (const row of world.server.rows.values()) keep(row.content);
    for (const { content } of world.server.messages) keep(content);
    for (const device of world.devices) {
      for (const record of device.records.values()) keep(record.body.content);
      for (const entry of device.bin.values()) keep(entry.body.content);
    }
    return [...this.stored].filter((word) => !left.has(word) && !this.erased.has(word));
  }

  private doubled(world: World): string | null {
    const drafts = rowsAtRest(world).map((row) => this.own(row.content));
    for (const [index, words] of drafts.entries()) {
      if (words.size === 0 || isWithin(words, this.labelled)) continue;
      for (const [other, more] of drafts.entries()) {
        if (other === index || !isWithin(words, more) || this.isLate(words, more)) continue;
        return `doubled: ${[...words].join(' ')}`;
      }
    }
    const attempts = world.server.messages.map(({ attempt }) => attempt);
    return new Set(attempts).size < attempts.length ? 'doubled: a message' : null;
  }

  /** `more` is what another client made of a POST with `words` that arrived late. */
  private isLate(words: ReadonlySet<string>, more: ReadonlySet<string>): boolean {
    return isWithin(words, this.late) && [...more].some((word) => this.others.has(word));
  }

  private returned(world: World): string | null {
    for (const row of rowsAtRest(world)) {
      const words = this.own(row.content);
      if (words.size === 0 || isWithin(words, this.labelled)) continue;
      for (const removed of this.removals) {
        if (isWithin(words, removed)) return `returned: ${[...words].join(' ')}`;
      }
    }
    return null;
  }

  private untold({ server, devices }: World): string | null {
    for (const { records, leader } of devices) {
      for (const record of records.values()) {
        if (!leader || !server.isHard(record.body) || isBlankBody(record.body)) continue;
        const { sync, reason } = viewStoredDraft(leader.state, record, undefined, null);
        if (sync !== 'blocked' || reason === null) return `not told: ${record.body.content}`;
      }
    }
    return null;
  }

  private disordered({ server }: World): string | null {
    const last = new Map<string, number>();
    for (const { device, attempt, body, at } of server.messages) {
      if (device === null || this.unordered.has(attempt)) continue;
      const conversation = `${device} ${body.type} ${body.to.join()}`;
      if (at < (last.get(conversation) ?? -Infinity)) return `out of order: ${body.content}`;
      last.set(conversation, at);
    }
    return null;
  }

  /** The words to check: none if the user duplicated some of them. */
  private own(content: string): Set<string> {
    const words = wordsOf(content);
    return [...words].some((word) => this.copied.has(word)) ? new Set() : words;
  }

  private differs({ server, devices }: World): string | null {
    for (const [index, device] of devices.entries()) {
      const known = new Set<number>();
      for (const record of device.records.values()) {
        if (staysHere(server, record.body)) {
          if (record.serverId !== null) known.add(record.serverId);
          continue;
        }
        const row = record.serverId === null ? undefined : server.rows.get(record.serverId);
        const mine = normalizeBody(record.body, defaultLimits);
        if (!row || !sameDraftBody(mine, row)) {
          return `differs: device ${index} "${mine.content}" from "${row?.content}"`;
        }
        known.add(row.id);
      }
      for (const row of server.rows.values()) {
        if (!known.has(row.id)) return `differs: device ${index} lacks "${row.content}"`;
      }
      for (const tab of device.tabs) {
        const same = [...device.records].every(
          ([key, record]) => tab.state.records.get(key) === record,
        );
        if (!same || tab.state.records.size !== device.records.size) return 'differs: a tab';
      }
    }
    return null;
  }
}

/** Rows that equal their drafts: not those whose newer text the server would refuse. */
function rowsAtRest({ server, devices }: World): ServerDraft[] {
  const behind = new Set<number | null>();
  for (const device of devices) {
    for (const { serverId, body } of device.records.values()) {
      if (staysHere(server, body)) behind.add(serverId);
    }
  }
  return [...server.rows.values()].filter((row) => !behind.has(row.id));
}

/** The server would refuse it or fails at it. */
function staysHere(server: Server, body: DraftBody): boolean {
  return draftProblemOf(body, defaultLimits) !== null || server.isHard(body);
}

function isWithin(words: ReadonlySet<string>, more: ReadonlySet<string>): boolean {
  for (const word of words) if (!more.has(word)) return false;
  return true;
}
