import { bundled } from './bundled.js';

const [first, ...rest] = process.argv.slice(2);
const isReading = first === 'reading';
/** @type {typeof import('./simulation')} */
const { main } = await bundled(isReading ? 'reading-simulation.ts' : 'simulation.ts');
process.exitCode = main(isReading ? rest : process.argv.slice(2), console.log);
