import { competeForLead } from '../../client/tab-lock';
import { newId } from '../../client/new-id';

type TabMessage =
  | { readonly kind: 'looks'; readonly tab: string; readonly at: string | null }
  | { readonly kind: 'who' };

/**
 * Elects one tab to show notifications. Every tab sends the others the conversation it displays.
 */
export class NotificationTabs {
  readonly #tab = newId();
  readonly #channel: BroadcastChannel;
  readonly #looks = new Map<string, string>();
  readonly #stopCompeting: () => void;
  #at: string | null = null;
  #speaks = false;

  constructor(name: string) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'who') this.#tell();
      else if (data.at === null) this.#looks.delete(data.tab);
      else this.#looks.set(data.tab, data.at);
    };
    this.#stopCompeting = competeForLead(name, (leads) => {
      this.#speaks = leads;
      if (leads) this.#post({ kind: 'who' });
    });
  }

  get isLeader(): boolean {
    return this.#speaks;
  }

  /** Key of the conversation the user sees in this tab, or null if there is none. */
  setVisibleConversation(at: string | null): void {
    if (at === this.#at) return;
    this.#at = at;
    this.#tell();
  }

  isVisibleInAnyTab(key: string): boolean {
    return this.#at === key || [...this.#looks.values()].includes(key);
  }

  stop(): void {
    this.setVisibleConversation(null);
    this.#stopCompeting();
    this.#speaks = false;
    this.#channel.close();
  }

  #tell(): void {
    this.#post({ kind: 'looks', tab: this.#tab, at: this.#at });
  }

  #post(word: TabMessage): void {
    this.#channel.postMessage(word);
  }
}
