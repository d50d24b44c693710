import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Texts are compiled to one module each, from which a build takes what it needs. Tests load them
 * unbundled, thousands of files per browser and worker, so this combines them into one.
 */
export const oneFileOfTexts: Plugin = {
  name: 'inkwell-one-file-of-texts',
  enforce: 'pre',
  load: {
    filter: { id: /\/paraglide\/messages\/_index\.js$/ },
    handler(id) {
      const file = id.replace(/\?.*$/, '');
      const imports = new Set<string>();
      const texts = readFileSync(file, 'utf8').replace(
        /^export \* from '(\..*)'$/gm,
        (_, path: string) =>
          readFileSync(join(dirname(file), path), 'utf8').replace(/^import .*$/gm, (line) => {
            imports.add(line);
            return '';
          }),
      );
      return [...imports, texts].join('\n');
    },
  },
};
