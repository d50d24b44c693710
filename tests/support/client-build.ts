import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** The part of Vite's manifest that is read here. */
interface BuiltModule {
  readonly file: string;
  /** Of the file's group in `vite.config.ts`, for example. */
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const output = '.svelte-kit/output/client';
const generated = '.svelte-kit/generated/client-optimized';

/** What browsers load, according to the manifest of the last build. */
export class ClientBuild {
  readonly #modules: Readonly<Record<string, BuiltModule>>;
  /** SvelteKit's modules of layouts and pages, by route file. */
  readonly #nodes = new Map<string, string>();
  readonly #sizes = new Map<string, number>();

  constructor(private readonly root = process.cwd()) {
    const manifest = readFileSync(join(root, output, '.vite/manifest.json'), 'utf8');
    this.#modules = JSON.parse(manifest) as Record<string, BuiltModule>;
    for (const name of readdirSync(join(root, generated, 'nodes'))) {
      const text = readFileSync(join(root, generated, 'nodes', name), 'utf8');
      const [, route] = /\/src\/routes\/([^"]+)/.exec(text) ?? [];
      if (route !== undefined) this.#nodes.set(route, `${generated}/nodes/${name}`);
    }
  }

  /** Pages as SvelteKit names them, such as `(app)/drafts`. */
  get pages(): readonly string[] {
    return [...this.#nodes.keys()].flatMap(
      (file) => /^(.+)\/\+page\.svelte$/.exec(file)?.[1] ?? [],
    );
  }

  /**
   * Scripts and style sheets that the start of a page imports statically, and those of `groups`,
   * which it imports later.
   */
  filesOf(page: string, groups: readonly string[] = []): ReadonlySet<string> {
    const layouts = page.startsWith('(app)') ? ['(app)/+layout.ts'] : [];
    const routes = ['+layout.ts', '+error.svelte', ...layouts, `${page}/+page.svelte`];
    const start = ['node_modules/@sveltejs/kit/src/runtime/client/entry.js', `${generated}/app.js`];
    const files = new Set<string>();
    const add = (name: string) => {
      const module = this.#modules[name];
      if (!module) throw new Error(`the build has no ${name}`);
      if (files.has(module.file)) return;
      for (const file of [module.file, ...(module.css ?? [])]) files.add(file);
      for (const next of module.imports ?? []) add(next);
    };
    const nodes = routes.map((route) => this.#nodes.get(route) ?? route);
    const later = groups.map((group) => this.#nameOf(group));
    for (const name of [...start, ...nodes, ...later]) add(name);
    return files;
  }

  /** KiB of the files, as a server sends them. */
  kib(files: Iterable<string>): number {
    return [...files].reduce((sum, file) => sum + this.#size(file), 0) / 1024;
  }

  #nameOf(group: string): string {
    const names = Object.keys(this.#modules);
    return names.find((name) => this.#modules[name]?.name === group) ?? group;
  }

  #size(file: string): number {
    const known = this.#sizes.get(file);
    if (known !== undefined) return known;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    const { length } = brotliCompressSync(readFileSync(join(this.root, output, file)), { params });
    this.#sizes.set(file, length);
    return length;
  }
}
