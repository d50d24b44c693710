/** A tab of any browser, with what a smoke journey needs. Elements are selected by XPath. */
export interface Tab {
  open(url: string): Promise<void>;
  /** Evaluates a JavaScript expression in the page. */
  ask<T>(expression: string): Promise<T>;
  /** Clicks the first visible element; false if there is none. */
  press(xpath: string): Promise<boolean>;
  /** Types letters key by key into the focused element. */
  type(text: string): Promise<void>;
  /** Presses one key, for example `Control+k` or `Enter`. */
  key(name: string): Promise<void>;
  choose(css: string, path: string): Promise<void>;
}

export interface Engine {
  /** Another tab of the same user. */
  tab(): Promise<Tab>;
  close(): Promise<void>;
}

/**
 * Selects an element by its text, label or placeholder. What the document shows before the app has
 * loaded looks the same but doesn't work yet.
 */
export function named(name: string, kind = '*'): string {
  const words = `normalize-space(.)=${quoted(name)}`;
  const label = `@aria-label=${quoted(name)} or @placeholder=${quoted(name)}`;
  const active = `(self::a or self::button or self::input or self::textarea or @role)`;
  return `//${kind}[${active} and (${words} or ${label}) and not(ancestor::*[@inert])]`;
}

/** The first row of a list that contains the text. */
export function rowWith(text: string): string {
  return `//*[@role="option"][contains(., ${quoted(text)})]`;
}

function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}
