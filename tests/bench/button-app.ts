import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort } from '../support/free-port';

/** A SvelteKit app with a single button, built with our tools: the baseline for our app. */
const files: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'svelte.config.js':
    "import adapter from '@sveltejs/adapter-node';\nexport default { kit: { adapter: adapter() } };\n",
  'vite.config.js':
    "import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };\n",
  'src/app.html':
    '<!doctype html><html lang="en"><head><title>Button</title>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
  'src/routes/+page.svelte':
    '<script>\n  let count = $state(0);\n</script>\n<button onclick={() => count++}>{count}</button>\n',
};

export interface RunningApp {
  readonly url: string;
  stop(): Promise<void>;
}

/** Builds and starts it in a folder below ours, so that it finds the same packages. */
export async function startButtonApp(): Promise<RunningApp> {
  const folder = resolve('.bench/button');
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const vite = spawn(process.execPath, [resolve('node_modules/vite/bin/vite.js'), 'build'], {
    cwd: folder,
    // The bench's own runner sets a different NODE_ENV.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const [code] = (await once(vite, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the one-button app does not build (${code})`);

  const port = await freePort();
  const server = spawn(process.execPath, ['build/index.js'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const exited = once(server, 'exit');
      server.kill();
      await exited;
    },
  };
}
