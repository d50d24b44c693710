import process from 'node:process';
import { prepare } from './prepare.js';

/** `npm run build`: what `npm start` then finds built. */
prepare({ again: true }).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
