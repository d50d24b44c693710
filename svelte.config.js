import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const parts = [
  'app.html',
  'lib/server/gateway/frame-look.html',
  'lib/server/gateway/frame.html',
].map((path) => readFileSync(new URL(`./src/${path}`, import.meta.url), 'utf8'));

/**
 * The document's own scripts or styles, by what they say. The service worker shows one document until
 * the next build: a nonce in it could be learnt and used again, a hash is good for its one text.
 * @param {'script' | 'style'} tag
 */
const own = (tag) =>
  parts
    .flatMap((part) => part.split(new RegExp(`</?${tag}>`)).filter((_, index) => index % 2 === 1))
    .map(
      (text) =>
        /** @type {const} */ (`sha256-${createHash('sha256').update(text).digest('base64')}`),
    );

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  kit: {
    adapter: adapter({ precompress: true }),
    // Clients of this API send form bodies without an Origin; the cookie door does its own,
    // stricter check (src/lib/server/gateway/origin.ts).
    csrf: { trustedOrigins: ['*'] },
    csp: {
      mode: 'hash',
      directives: {
        'default-src': ['none'],
        'script-src': ['self', ...own('script')],
        'style-src': ['self', ...own('style')],
        // Sizes and places of single elements; no style sheet comes from a page's text.
        'style-src-attr': ['unsafe-inline'],
        'img-src': ['self', 'data:', 'blob:'],
        'media-src': ['self'],
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
