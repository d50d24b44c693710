import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  kit: {
    adapter: adapter({ precompress: true }),
    // Clients of this API send form bodies without an Origin; the cookie door does its own,
    // stricter check (src/lib/server/doors/origin.ts).
    csrf: { trustedOrigins: ['*'] },
    csp: {
      mode: 'nonce',
      directives: {
        'default-src': ['none'],
        'script-src': ['self'],
        'style-src': ['self'],
        // Sizes and places of single elements; no style sheet comes from a page's text.
        'style-src-attr': ['unsafe-inline'],
        'img-src': ['self', 'data:', 'blob:'],
        'font-src': ['self'],
        'connect-src': ['self'],
        'manifest-src': ['self'],
        'worker-src': ['self'],
        'form-action': ['self'],
        'base-uri': ['none'],
        'frame-ancestors': ['none'],
        'object-src': ['none'],
      },
    },
    // One document, kept by the service worker, starts every page: its addresses must not depend
    // on where it stands.
    paths: { relative: false },
    serviceWorker: { register: false },
    version: { pollInterval: 0 },
    typescript: {
      config: (config) => {
        config.include.push('../*.js', '../*.ts');
      },
    },
  },
};
