import process from 'node:process';
import { prepare } from './prepare.js';

/** `npm run build`: builds what `npm start` runs. */
prepare({ again: true }).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
