import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../../src/bin/prepare.js';
import { projectFiles } from '../../src/bin/project-files.js';
import {
  countFaults,
  exceptions,
  labelFaults,
  labelKeys,
  typographyFaults,
  voiceFaults,
} from './rules.js';

/** `npm run check:voice`: checks the text of the interface against the voice rules. */

const messages = join(root, 'messages');
const files = readdirSync(messages, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.json'));

const labels = new Set(
  projectFiles()
    .filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'))
    .flatMap((file) => labelKeys(readFileSync(join(root, file), 'utf8'))),
);

const keys = new Set();
const faults = files.flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(join(messages, file), 'utf8'))).flatMap(
    ([key, message]) => {
      if (key.startsWith('$')) return [];
      keys.add(key);
      const forms = Array.isArray(message)
        ? message.flatMap(({ match }) => Object.values(match))
        : [message];
      return [
        ...countFaults(file, key, message),
        ...forms.flatMap((text) => [
          ...typographyFaults({ file, key, text }),
          ...labelFaults({ file, key, text }, labels),
          ...(file.startsWith('en/') ? voiceFaults({ file, key, text }) : []),
        ]),
      ];
    },
  ),
);

for (const key of Object.keys(exceptions)) {
  if (!keys.has(key)) faults.push(`tests/voice/rules.js allows ${key}, which no longer exists`);
}
const known = [...labels].filter((key) => keys.has(key)).length;
if (known < 400)
  faults.push(`Only ${known} labels were found in src: are they written differently?`);

for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
