import { bundled } from './bundled.js';

/** @type {typeof import('./simulate')} */
const { main } = await bundled('simulate.ts');
process.exitCode = main(process.argv.slice(2), console.log);
