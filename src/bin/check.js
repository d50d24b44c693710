import { spawn } from 'node:child_process';
import process from 'node:process';
import { root } from './prepare.js';

/**
 * `npm run check`: all checks that don't run the code, two at a time. Prints the seconds of each,
 * and the output of those that fail. A failure doesn't stop the others.
 */

/** The longest first. */
const checks = [
  'types',
  'lint:components',
  'unused',
  'format',
  'lint:modules',
  'boundaries',
  'voice',
  'names',
];

/**
 * @param {string} script
 * @returns {Promise<boolean>} whether it found nothing
 */
function passes(script) {
  const start = performance.now();
  // One command line, because npm is a shell script on Windows.
  const child = spawn(`npm run --silent ${script}`, { cwd: root, shell: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}  ${script} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(output);
      resolve(code === 0);
    });
  });
}

async function main() {
  let well = await passes('sync');
  const waiting = checks.map((check) => `check:${check}`);
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!(await passes(next))) well = false;
    }
  }
  await Promise.all([work(), work()]);
  process.exitCode = well ? 0 : 1;
}

main().catch((error) => {
  process.stderr.write(`Cannot check: ${error.message}\n`);
  process.exit(1);
});
