import { bundled } from './bundled.js';

/** @type {typeof import('./simulation')} */
const { main } = await bundled('simulation.ts');
process.exitCode = main(process.argv.slice(2), console.log);
