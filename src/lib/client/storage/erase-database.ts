import { deleteDB } from 'idb';
import { replacementSuffix } from './open-database';

/** Milliseconds to wait for other pages that have it open. */
const maxWait = 2000;

/**
 * Deletes a database of this browser. A page kept in the back/forward cache can have it open
 * without reacting: then this returns, and the browser deletes the database when it drops that
 * page. A user who signs out doesn't wait for it.
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
