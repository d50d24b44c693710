import { fileURLToPath } from 'node:url';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { fontFaces } from '../../vite.fonts';

/** `npm run gallery`: all components of `ui` on one page, without the app and its server. */
export default defineConfig({
  // Styles are generated for all files below the root.
  root: fileURLToPath(new URL('../..', import.meta.url)),
  publicDir: 'static',
  server: { open: '/tests/gallery/index.html' },
  cacheDir: 'node_modules/.vite-gallery',
  plugins: [fontFaces, tailwindcss(), svelte({ configFile: false, preprocess: vitePreprocess() })],
  resolve: { alias: { $lib: fileURLToPath(new URL('../../src/lib', import.meta.url)) } },
});
