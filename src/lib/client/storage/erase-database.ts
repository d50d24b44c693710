import { deleteDB } from 'idb';
import { replacementSuffix } from './open-database';

/** Milliseconds for which other pages that have it open are waited for. */
const maxWait = 2000;

/**
 * Deletes a database of this browser. A page that was left, and that the browser keeps for its Back
 * button, may have it open and hear nothing: then the browser goes on, and deletes it when that page is
 * dropped. A person who signs out does not wait for it.
 */
export async function eraseDatabase(name: string): Promise<void> {
  await Promise.all([eraseOne(name), eraseOne(name + replacementSuffix)]);
}

async function eraseOne(name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    setTimeout(resolve, maxWait);
    deleteDB(name, { blocked: () => resolve() }).then(resolve, reject);
  });
}
