/** One tab of any browser, as far as a smoke journey needs it. Elements are named by XPath. */
export interface Tab {
  open(url: string): Promise<void>;
  /** What an expression of JavaScript gives in the page. */
  ask<T>(expression: string): Promise<T>;
  /** With the pointer, the first that is shown; false while there is none. */
  press(xpath: string): Promise<boolean>;
  /** Letters, key by key, to what has the focus. */
  type(text: string): Promise<void>;
  /** One key, such as `Control+k` or `Enter`. */
  key(name: string): Promise<void>;
  choose(css: string, path: string): Promise<void>;
}

export interface Engine {
  /** A tab beside the others, of the same person. */
  tab(): Promise<Tab>;
  close(): Promise<void>;
}

/**
 * What a person would call it: by its words, its label or its placeholder. What the document shows
 * before the app is there looks the same and does nothing yet.
 */
export function named(name: string, kind = '*'): string {
  const words = `normalize-space(.)=${quoted(name)}`;
  const label = `@aria-label=${quoted(name)} or @placeholder=${quoted(name)}`;
  const active = `(self::a or self::button or self::input or self::textarea or @role)`;
  return `//${kind}[${active} and (${words} or ${label}) and not(ancestor::*[@inert])]`;
}

/** The first row of a list that holds the text. */
export function rowWith(text: string): string {
  return `//*[@role="option"][contains(., ${quoted(text)})]`;
}

function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}
