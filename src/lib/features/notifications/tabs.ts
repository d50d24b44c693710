import { compete } from '../../client/leader';
import { newId } from '../../client/new-id';

type Word =
  | { readonly kind: 'looks'; readonly tab: string; readonly at: string | null }
  | { readonly kind: 'who' };

/** One tab of the browser speaks for all; each tells it at which conversation somebody looks in it. */
export class Tabs {
  readonly #tab = newId();
  readonly #channel: BroadcastChannel;
  readonly #looks = new Map<string, string>();
  readonly #stopCompeting: () => void;
  #at: string | null = null;
  #speaks = false;

  constructor(name: string) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.kind === 'who') this.#tell();
      else if (data.at === null) this.#looks.delete(data.tab);
      else this.#looks.set(data.tab, data.at);
    };
    this.#stopCompeting = compete(name, (leads) => {
      this.#speaks = leads;
      if (leads) this.#post({ kind: 'who' });
    });
  }

  get speaks(): boolean {
    return this.#speaks;
  }

  /** The key of the conversation at which somebody looks in this tab; null: nobody, or none. */
  lookAt(at: string | null): void {
    if (at === this.#at) return;
    this.#at = at;
    this.#tell();
  }

  isLookedAt(key: string): boolean {
    return this.#at === key || [...this.#looks.values()].includes(key);
  }

  stop(): void {
    this.lookAt(null);
    this.#stopCompeting();
    this.#speaks = false;
    this.#channel.close();
  }

  #tell(): void {
    this.#post({ kind: 'looks', tab: this.#tab, at: this.#at });
  }

  #post(word: Word): void {
    this.#channel.postMessage(word);
  }
}
