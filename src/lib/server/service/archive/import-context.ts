import type { Clock } from '../clock';
import type { Context } from '../context';
import { Facts } from '../db/facts';
import { SingleWriter } from '../db/message-writer';
import type { Store, Tx } from '../db/store';
import { watched } from '../db/watched';
import type { Realm, User } from '../model';
import { LoginLimit } from '../rate-limits';
import { defaultServerSettings } from '../server-settings';
import type { Files } from '../storage/files';
import type { Warnings } from '../warnings';

/** Where an archive goes. */
export interface Destination {
  readonly store: Store;
  readonly files: Files;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly warnings: Warnings;
}

export type ContextAs = (user: User) => Context;

/**
 * The context of each person in the transaction of an import: the rules of the service hold for what
 * an archive brings as they do for what people bring. Nobody is served yet, so nobody is told, and
 * what takes long is done on the spot.
 */
export function importContext(to: Destination, outer: Tx, realm: Realm): ContextAs {
  const { store, files, clock, baseUrl, warnings } = to;
  const facts = new Facts();
  const tx = watched(outer, (statement) => facts.forgetFor(statement));
  const shared = {
    ...{ tx, facts, realm, clock, baseUrl, uploads: files.rules, file: null, client: '' },
    warnings,
    ...{ writer: new SingleWriter(tx), logins: new LoginLimit(store, clock) },
    server: { ...defaultServerSettings, hasPush: false, sendsMail: false },
    emit: () => undefined,
    endQueues: () => undefined,
    aside: <T>(_key: string, work: () => Promise<T>) => work(),
  };
  return (user) => ({ ...shared, user });
}
