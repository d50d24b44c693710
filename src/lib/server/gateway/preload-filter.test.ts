import { expect, it } from 'vitest';
import { createPreloadFilter, maxPreloadHeaderBytes } from './preload-filter';

const script = (at: number) => ({ type: 'js', path: `/_app/immutable/chunks/${1e7 + at}.js` });

it('preloads styles, one font and the first scripts in a header of bounded length', () => {
  const isAnnounced = createPreloadFilter();
  const first = [
    { type: 'css', path: '/_app/immutable/assets/app.sjT2C2Sv.css' },
    { type: 'font', path: '/_app/immutable/assets/inter-latin-wght-normal.Dx4kXJAl.woff2' },
    ...Array.from({ length: 10 }, (_, at) => script(at)),
  ];
  expect(first.map(isAnnounced)).not.toContain(false);
  expect(isAnnounced({ type: 'font', path: '/_app/immutable/assets/inter-greek.woff2' })).toBe(
    false,
  );
  const more = Array.from({ length: 90 }, (_, at) => script(100 + at)).filter(isAnnounced);
  const header = [...first, ...more].map(({ path }) => `<${path}>; rel="modulepreload"; nopush`);
  expect(header.join(', ').length).toBeLessThan(maxPreloadHeaderBytes);
});
