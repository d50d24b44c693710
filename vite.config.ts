import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin } from 'vite';

/**
 * Puts everything that the drafts page imports statically into one file: 9 files instead of 38, and a
 * seventh smaller, because no names are shared between files. Dynamic imports stay separate. The error
 * page is included, because SvelteKit loads it at every start.
 */
const firstView = {
  name: 'app',
  test: /\/src\/routes\/(?:\+layout|\+error|\(app\)\/(?:\+layout|drafts\/\+page))\.svelte$/,
};

/**
 * Texts and icons are a few hundred bytes each. Those that several pages show are bundled together;
 * otherwise each would be a file and a request.
 */
const shared = [
  { name: 'texts', test: /\/paraglide\/messages\//, minShareCount: 5 },
  { name: 'icons', test: /@lucide\/svelte\//, minShareCount: 2 },
];

interface IconData {
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/**
 * The icon package renders each icon from a list of shapes. This replaces an icon by the equivalent
 * template: less code, and rendering it clones one node. Supports size, stroke and class, but no
 * other attribute.
 */
const icons: Plugin = {
  name: 'inkwell-icons',
  enforce: 'pre',
  transform: {
    filter: { id: /@lucide\/svelte\/dist\/icons\/[\w-]+\.svelte$/ },
    handler(source, id) {
      const data = /const iconData = (\{.*\});/.exec(source)?.[1];
      if (!data) return this.error(`${id} has another form than expected`);
      const { size, node } = JSON.parse(data) as IconData;
      const shapes = node.map(([tag, attributes]) => {
        const text = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
        return `<${tag} ${text.join(' ')}></${tag}>`;
      });
      if (size !== 24) return this.error(`${id} has another size than expected`);
      return `<script>
        let { size = 24, strokeWidth = 2, class: extra } = $props();
        </script>
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" width={size} height={size} stroke-width={strokeWidth} class={extra}>${shapes.join('')}</svg>`;
    },
  },
};

/** Caches number formats. Messages with counts create one each time they are shown (0.1 ms each). */
const formats: Plugin = {
  name: 'inkwell-formats',
  enforce: 'pre',
  transform: {
    filter: { id: /\/paraglide\/registry\.js$/ },
    handler(source, id) {
      const made = /new Intl\.(\w+)\(locale, (\w+)\)/g;
      if (source.search(made) < 0) return this.error(`${id} has another form than expected`);
      return `const known = new Map();
        const kept = (name, locale, options) => {
          const key = name + locale + JSON.stringify(options);
          if (!known.has(key)) known.set(key, new Intl[name](locale, options));
          return known.get(key);
        };
        ${source.replace(made, "kept('$1', locale, $2)")}`;
    },
  },
};

export default defineConfig({
  plugins: [
    icons,
    formats,
    tailwindcss(),
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/lib/paraglide',
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
      emitTsDeclarations: true,
    }),
    sveltekit(),
  ],
  build: {
    target: 'es2023',
    // Our content security policy only allows fonts from files.
    assetsInlineLimit: (file) => (/\.(?:woff2?|ttf)$/.test(file) ? false : undefined),
    // The result is 2.5 % smaller than with the default.
    minify: 'terser',
    // A single pass: a second one doubles the time and saves 0.04 %.
    terserOptions: {
      maxWorkers: availableParallelism(),
      compress: { ecma: 2020 },
      format: { comments: false },
    },
    modulePreload: false,
  },
  environments: {
    // The minifier inlines functions that are used once, and such a closure retains its surroundings:
    // a waiting poll retained its request, which was a third of its memory.
    ssr: { build: { minify: false } },
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [firstView, ...shared] } } } },
    },
  },
});
