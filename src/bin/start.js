// Must run on any Node version, so that an old one prints a message instead of a syntax error: only
// use syntax of 2017 in this file, and import everything else after the check.
import process from 'node:process';

const version = process.versions.node.split('.');
const major = Number(version[0]);

if (major < 20 || (major === 20 && Number(version[1]) < 19)) {
  process.stderr.write(
    'Inkwell needs Node 20.19 or newer, this is ' +
      process.versions.node +
      '. Install a current version from nodejs.org.\n',
  );
  process.exit(1);
}

import('./prepare.js')
  .then((prepare) => prepare.prepare())
  .then(() => import('./serve.js'))
  .then((serve) => serve.serve(process.argv.slice(2)))
  .catch((error) => {
    const lines = String(error.message || error).split('\n');
    const problem = lines.map((line) => line.trim()).join(' ');
    process.stderr.write('Inkwell cannot start: ' + problem + '\n');
    process.exit(1);
  });
