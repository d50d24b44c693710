import { torture as builtIn } from './built-in';
import { torture as cluster } from './cluster';
import { torture as database } from './database';
import { torture as delivery } from './delivery';
import { torture as uploads } from './uploads';

const tortures: Readonly<Record<string, (words: readonly string[]) => Promise<boolean>>> = {
  'built-in': builtIn,
  cluster,
  database,
  delivery,
  uploads,
};

/** `npm run torture -- NAME [options]`. Returns the exit code. */
export async function main([name = '', ...words]: readonly string[]): Promise<number> {
  const torture = tortures[name];
  if (!torture) {
    console.error(`No torture "${name}"; there are: ${Object.keys(tortures).join(', ')}.`);
    return 1;
  }
  return (await torture(words)) ? 0 : 1;
}
