import { createContext } from 'svelte';
import * as v from 'valibot';

const schema = v.object({
  theme: v.fallback(v.picklist(['automatic', 'light', 'dark']), 'automatic'),
  navigationCollapsed: v.fallback(v.boolean(), false),
  /** Single-key shortcuts; those with Ctrl, Alt or Cmd are always on. */
  singleKeys: v.fallback(v.boolean(), true),
});
type Values = v.InferOutput<typeof schema>;
export type Theme = Values['theme'];

/** Also read by the script in `app.html`, before the first paint. */
const storageKey = 'inkwell.preferences';

/** Choices of this device, whoever is signed in. All tabs follow. */
export class Preferences {
  #values = $state.raw(read());

  get theme(): Theme {
    return this.#values.theme;
  }
  set theme(theme: Theme) {
    this.#change({ theme });
  }

  get navigationCollapsed(): boolean {
    return this.#values.navigationCollapsed;
  }
  set navigationCollapsed(navigationCollapsed: boolean) {
    this.#change({ navigationCollapsed });
  }

  get singleKeys(): boolean {
    return this.#values.singleKeys;
  }
  set singleKeys(singleKeys: boolean) {
    this.#change({ singleKeys });
  }

  /** Keeps the page in step with the choice, the system and other tabs; the result stops it. */
  follow(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    systemDark().addEventListener('change', () => this.#paint(), { signal });
    window.addEventListener(
      'storage',
      (event) => {
        if (event.key !== storageKey) return;
        this.#values = read();
        this.#paint();
      },
      { signal },
    );
    this.#paint();
    return () => stop.abort();
  }

  #change(values: Partial<Values>): void {
    this.#values = { ...this.#values, ...values };
    this.#paint();
    try {
      localStorage.setItem(storageKey, JSON.stringify(this.#values));
    } catch {
      // Storage is full or refused: the choice lasts as long as the page.
    }
  }

  #paint(): void {
    const dark = this.theme === 'automatic' ? systemDark().matches : this.theme === 'dark';
    document.documentElement.classList.toggle('dark', dark);
  }
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

function read(): Values {
  try {
    return v.parse(schema, JSON.parse(globalThis.localStorage?.getItem(storageKey) ?? '{}'));
  } catch {
    return v.parse(schema, {});
  }
}

export const [usePreferences, providePreferences] = createContext<Preferences>();
