import { createContext } from 'svelte';
import { on } from 'svelte/events';
import * as v from 'valibot';
import type { UserSettings } from '../api/settings-table';

/** Themes by value of the account's `color_scheme` setting. */
export const themes = { 1: 'automatic', 2: 'dark', 3: 'light' } as const;
export type ColorTheme = (typeof themes)[keyof typeof themes];

export function colorSchemeOf(theme: ColorTheme): keyof typeof themes {
  return ({ automatic: 1, dark: 2, light: 3 } as const)[theme];
}

/** Factor of the default size, limited so that text stays readable and leaves room. */
const scale = v.fallback(v.pipe(v.number(), v.minValue(0.6), v.maxValue(2)), 1);

const schema = v.object({
  /** The last theme of the account on screen, for the first paint. */
  theme: v.fallback(v.picklist(Object.values(themes)), 'automatic'),
  contrast: v.fallback(v.boolean(), false),
  textScale: scale,
  lineScale: scale,
  /** Font of user-written text; the rest of the page always uses the sans. */
  readingFace: v.fallback(v.picklist(['sans', 'serif']), 'sans'),
  navigationCollapsed: v.fallback(v.boolean(), false),
  /** Hides the conversation beside a draft being written. */
  conversationCollapsed: v.fallback(v.boolean(), false),
  /** Single-key shortcuts; those with Ctrl, Alt or Cmd are always on. */
  singleKeys: v.fallback(v.boolean(), true),
});
type Values = v.InferOutput<typeof schema>;
type ReadingFont = Values['readingFace'];

/** Also read by the script in `app.html`, before the first paint. */
export const devicePreferencesKey = 'inkwell.preferences';

type Appearance = Pick<Values, 'theme' | 'contrast' | 'textScale' | 'lineScale'>;

const usual = { size: 16, line: 140 };

/** An account's four appearance settings, as far as the server has sent them. */
export function appearanceOf(
  setting: <K extends keyof UserSettings>(name: K) => UserSettings[K] | undefined,
): Appearance {
  const held = (value: number, least: number) => Math.min(2, Math.max(least, value));
  return {
    theme: themes[setting('color_scheme') ?? 1],
    contrast: setting('high_contrast_mode') ?? false,
    textScale: held((setting('web_font_size_px') ?? usual.size) / usual.size, 0.6),
    // Below 100% lines overlap.
    lineScale: held(
      (setting('web_line_height_percent') ?? usual.line) / usual.line,
      100 / usual.line,
    ),
  };
}

/** Preferences of this device, and the account's appearance on it. All tabs follow. */
export class DevicePreferences {
  #values = $state.raw(read());
  #worn: Appearance | undefined;

  /** Applies the appearance of the account on screen to the page and to the next first paint. */
  applyAppearance(look: Appearance): void {
    this.#worn = look;
    this.#change(look);
  }

  get readingFont(): ReadingFont {
    return this.#values.readingFace;
  }
  set readingFont(readingFace: ReadingFont) {
    this.#change({ readingFace });
  }

  get navigationCollapsed(): boolean {
    return this.#values.navigationCollapsed;
  }
  set navigationCollapsed(navigationCollapsed: boolean) {
    this.#change({ navigationCollapsed });
  }

  get conversationCollapsed(): boolean {
    return this.#values.conversationCollapsed;
  }
  set conversationCollapsed(conversationCollapsed: boolean) {
    this.#change({ conversationCollapsed });
  }

  get singleKeys(): boolean {
    return this.#values.singleKeys;
  }
  set singleKeys(singleKeys: boolean) {
    this.#change({ singleKeys });
  }

  /**
   * Keeps the page in sync with the preferences, the system and other tabs; the returned function
   * stops it.
   */
  follow(): () => void {
    const stops = [systemDark(), systemContrast()].map((query) =>
      on(query, 'change', () => this.#paint()),
    );
    stops.push(
      on(window, 'storage', (event) => {
        if (event.key !== devicePreferencesKey) return;
        // Keep this tab's appearance, since the other tab may show another account.
        this.#values = { ...read(), ...this.#worn };
        this.#paint();
      }),
    );
    this.#paint();
    return () => stops.forEach((stop) => stop());
  }

  #change(values: Partial<Values>): void {
    this.#values = { ...this.#values, ...values };
    this.#paint();
    try {
      localStorage.setItem(devicePreferencesKey, JSON.stringify(this.#values));
    } catch {
      // Storage is full or refused: the preference lasts as long as the page.
    }
  }

  #paint(): void {
    const { theme, contrast, textScale, lineScale, readingFace } = this.#values;
    const { classList, style } = document.documentElement;
    classList.toggle('dark', theme === 'automatic' ? systemDark().matches : theme === 'dark');
    classList.toggle('contrast', contrast || systemContrast().matches);
    classList.toggle('serif', readingFace === 'serif');
    style.setProperty('--ink-text-scale', `${textScale}`);
    style.setProperty('--ink-line-scale', `${lineScale}`);
  }
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');
const systemContrast = () => matchMedia('(prefers-contrast: more)');

function read(): Values {
  try {
    return v.parse(
      schema,
      JSON.parse(globalThis.localStorage?.getItem(devicePreferencesKey) ?? '{}'),
    );
  } catch {
    return v.parse(schema, {});
  }
}

export const [useDevicePreferences, provideDevicePreferences] = createContext<DevicePreferences>();
