import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import type { DatabaseStore } from '$lib/server/service/db/store';

/**
 * Work that must not start inside a transaction: hashing, files, connections, name lookups,
 * compression.
 */
const slow =
  /^(SCRYPT|PBKDF2|FSREQ|TCPCONNECT|GETADDRINFO|HTTPCLIENTREQUEST|ZLIB|CHECKPRIMEREQUEST|SIGNREQUEST)/;

const transactions = new AsyncLocalStorage<string[]>();

/** Whether the caller runs inside a transaction of a watched store. */
export function isInsideTransaction(): boolean {
  return transactions.getStore() !== undefined;
}

let isWatching = false;

/** A store whose transactions fail if slow work was started inside them. */
export function watched(store: DatabaseStore): DatabaseStore {
  if (!isWatching) {
    createHook({
      init(_id, type) {
        if (slow.test(type)) transactions.getStore()?.push(type);
      },
    }).enable();
    isWatching = true;
  }
  return {
    ...store,
    transaction: (work, isolation) =>
      store.transaction((tx) => {
        const begun: string[] = [];
        return transactions.run(begun, async () => {
          const result = await work(tx);
          if (begun.length > 0) throw new Error(`begun inside a transaction: ${begun.join(', ')}`);
          return result;
        });
      }, isolation),
  };
}
