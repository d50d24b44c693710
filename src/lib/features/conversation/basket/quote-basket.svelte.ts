import { on } from 'svelte/events';
import * as v from 'valibot';
import { useAccount } from '../../../client/account/account.svelte';
import { readAccountStorage, writeAccountStorage } from '../../../client/storage/account-storage';
import { newId } from '../../../client/new-id';
import { useAccountStores } from '../../../client/account/account-stores.svelte';

const name = 'quote-basket';
/** Quotes, and characters of all of them. */
const maxQuotes = 100;
const maxLength = 200_000;

const schema = v.array(
  v.object({
    key: v.string(),
    sender_id: v.number(),
    sender: v.string(),
    /** The conversation, in words. */
    place: v.string(),
    /** Markdown of the passage. */
    text: v.string(),
    /** The whole quote, which leads back. */
    lines: v.string(),
  }),
);
/** A passage that waits to be inserted somewhere. */
export type BasketQuote = v.InferOutput<typeof schema>[number];

/** Passages that a person collects, in the order in which they will stand; kept on this device. */
export class QuoteBasket {
  #all = $state.raw<readonly BasketQuote[]>([]);
  /** False: this browser keeps nothing, and they are in this window alone. */
  stored = $state(true);

  constructor(private readonly account: string) {
    this.#read();
    // Other tabs collect, too.
    $effect(() =>
      on(window, 'storage', ({ key }) => {
        if (key === null || key.endsWith(`/${name}`)) this.#read();
      }),
    );
  }

  get all(): readonly BasketQuote[] {
    return this.#all;
  }

  /** As it goes into a text. */
  get lines(): string {
    return this.#all.map(({ lines }) => lines).join('\n\n');
  }

  /** Its key; undefined where the basket is full. */
  add(one: Omit<BasketQuote, 'key'>): string | undefined {
    const length = this.#all.reduce((sum, { text, lines }) => sum + text.length + lines.length, 0);
    const isFull = this.#all.length >= maxQuotes || length + 2 * one.lines.length > maxLength;
    if (isFull) return undefined;
    const key = newId();
    this.replaceAll([...this.#all, { ...one, key }]);
    return key;
  }

  remove(key: string): void {
    this.replaceAll(this.#all.filter((one) => one.key !== key));
  }

  /** One place up (-1) or down (1). */
  move(key: string, by: -1 | 1): void {
    const from = this.#all.findIndex((one) => one.key === key);
    const [one, other] = [this.#all[from], this.#all[from + by]];
    if (!one || !other) return;
    this.replaceAll(this.#all.with(from, other).with(from + by, one));
  }

  /** These and no others. */
  replaceAll(all: readonly BasketQuote[]): void {
    this.#all = all;
    this.stored = writeAccountStorage(this.account, name, all);
  }

  #read(): void {
    const kept = v.safeParse(schema, readAccountStorage(this.account, name));
    this.#all = kept.success ? kept.output : [];
  }
}

/** The account's one; to be asked for while a component starts. */
export function useQuoteBasket(): QuoteBasket {
  const account = useAccount();
  return useAccountStores().getOrCreate(QuoteBasket, () => new QuoteBasket(account.id));
}
