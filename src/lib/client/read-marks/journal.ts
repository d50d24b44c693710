import * as v from 'valibot';
import { forgetMemory, memoryNames, readMemory, writeMemory } from '../memory';
import { markSchema, type Mark } from './mark';

const start = 'read-marks/';

/**
 * The marks of an account on this device, a record each, so that tabs do not overwrite each other's.
 * Erased with the account's memory.
 */
export class Journal {
  /** The device had no room for them: they are in this tab alone. */
  readonly #unkept = new Map<string, Mark>();

  constructor(private readonly account: string) {}

  /** All of them, oldest first. */
  all(): readonly Mark[] {
    const kept = memoryNames(this.account, start).flatMap(
      (name) => this.#read(name.slice(start.length)) ?? [],
    );
    return [...kept, ...this.#unkept.values()].sort((a, b) => a.at - b.at);
  }

  keep(mark: Mark): void {
    if (writeMemory(this.account, start + mark.id, mark)) this.#unkept.delete(mark.id);
    else this.#unkept.set(mark.id, mark);
  }

  forget({ id }: Pick<Mark, 'id'>): void {
    this.#unkept.delete(id);
    forgetMemory(this.account, start + id);
  }

  /** Whether a record of that storage key is one of these. */
  isOf(key: string | null): boolean {
    return key === null || key.includes(`/${start}`);
  }

  #read(id: string): Mark | undefined {
    const parsed = v.safeParse(markSchema, readMemory(this.account, start + id));
    return parsed.success ? parsed.output : undefined;
  }
}
