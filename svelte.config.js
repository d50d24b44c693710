import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const parts = ['app.html', 'lib/server/gateway/frame-look.html'].map((path) =>
  readFileSync(new URL(`./src/${path}`, import.meta.url), 'utf8'),
);

/**
 * Hashes of the document's own scripts or styles. The service worker serves one document until the next
 * build, so a nonce in it could be learned and reused. A hash only allows its one text.
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
    // API clients send form bodies without an Origin header. Requests with a cookie get a stricter
    // check (src/lib/server/gateway/origin.ts).
    csrf: { trustedOrigins: ['*'] },
    csp: {
      mode: 'hash',
      directives: {
        'default-src': ['none'],
        'script-src': ['self', ...own('script')],
        'style-src': ['self', ...own('style')],
        // Sizes and positions of single elements. Style sheets can't be inline.
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
    // The service worker starts every page with one cached document, so its URLs can't be relative to
    // the page.
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
