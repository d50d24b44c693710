import * as v from 'valibot';
import { AccountValue } from '../../../client/storage/account-value.svelte';
import { newId } from '../../../client/new-id';
import { accountStore } from '../../../client/account/account-stores.svelte';

/** Limits for the number of quotes and for their total length in characters. */
const maxQuotes = 100;
const maxLength = 200_000;

const schema = v.array(
  v.object({
    key: v.string(),
    sender_id: v.number(),
    sender: v.string(),
    /** The conversation's label. */
    place: v.string(),
    /** The quoted Markdown. */
    text: v.string(),
    /** The complete quote with its link back. */
    lines: v.string(),
  }),
);
/** A collected quote that is not inserted yet. */
export type BasketQuote = v.InferOutput<typeof schema>[number];

/** Quotes that the user collects, in the order in which they are inserted; saved on this device. */
export class QuoteBasket {
  readonly #quotes: AccountValue<readonly BasketQuote[]>;

  constructor(account: string) {
    this.#quotes = new AccountValue<readonly BasketQuote[]>(account, 'quote-basket', schema, []);
    $effect(() => this.#quotes.follow());
  }

  get all(): readonly BasketQuote[] {
    return this.#quotes.current;
  }

  /** False if this browser can't save, so that the quotes exist only in this window. */
  get stored(): boolean {
    return this.#quotes.stored;
  }

  /** The Markdown to insert. */
  get lines(): string {
    return this.all.map(({ lines }) => lines).join('\n\n');
  }

  /** Returns the key; undefined if the basket is full. */
  add(one: Omit<BasketQuote, 'key'>): string | undefined {
    const length = this.all.reduce((sum, { text, lines }) => sum + text.length + lines.length, 0);
    const isFull = this.all.length >= maxQuotes || length + 2 * one.lines.length > maxLength;
    if (isFull) return undefined;
    const key = newId();
    this.replaceAll([...this.all, { ...one, key }]);
    return key;
  }

  remove(key: string): void {
    this.replaceAll(this.all.filter((one) => one.key !== key));
  }

  /** Moves a quote up (-1) or down (1). */
  move(key: string, by: -1 | 1): void {
    const from = this.all.findIndex((one) => one.key === key);
    const [one, other] = [this.all[from], this.all[from + by]];
    if (!one || !other) return;
    this.replaceAll(this.all.with(from, other).with(from + by, one));
  }

  /** Replaces the basket's content. */
  replaceAll(all: readonly BasketQuote[]): void {
    this.#quotes.set(all);
  }
}

export const useQuoteBasket = accountStore(({ account }) => new QuoteBasket(account.id));
