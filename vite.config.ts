import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/**
 * What the drafts page imports statically comes as one file: 9 files instead of 38, and a seventh
 * less to load, since names need not be shared between files. What it imports later stays apart.
 */
const firstView = {
  name: 'app',
  test: /\/src\/routes\/(?:\+layout|\(app\)\/(?:\+layout|drafts\/\+page))\.svelte$/,
};

export default defineConfig({
  plugins: [
    tailwindcss(),
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/lib/paraglide',
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
      emitTsDeclarations: true,
    }),
    sveltekit(),
  ],
  build: { target: 'es2023' },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [firstView] } } } } },
  },
});
