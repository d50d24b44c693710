import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Loads a TypeScript module of this folder into plain node, with all that it imports.
 *
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function bundled(name) {
  const outDir = await mkdtemp(join(tmpdir(), 'inkwell-simulate-'));
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: join(here, name),
        outDir,
        emptyOutDir: true,
        target: 'node20',
        rollupOptions: { output: { entryFileNames: 'entry.mjs' } },
      },
    });
    return await import(pathToFileURL(join(outDir, 'entry.mjs')).href);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
