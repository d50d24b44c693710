import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { iconTemplate } from '../../vite.internals';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');

describe('code that depends on the inside of a package', () => {
  const files = tracked.filter((path) => /\.internals\.[jt]s$/.test(path));

  it.each(files)('%s is explained, and has a plain alternative', (path) => {
    expect(read('docs/internals.md')).toContain(`\`${path}\``);
  });
});

describe('the icon package', () => {
  const { resolve } = createRequire(import.meta.url);
  const names = new Set(
    tracked
      .filter((path) => /^src\/.*\.(?:svelte|ts)$/.test(path))
      .flatMap((path) => [...read(path).matchAll(/@lucide\/svelte\/icons\/([\w-]+)/g)])
      .map(([, name]) => name!),
  );
  /** An icon can have several names, so its module only refers to the component. */
  const sourceOf = (name: string) => {
    const path = resolve(`@lucide/svelte/icons/${name}`);
    const [, component] = /["'](.*\.svelte)["']/.exec(readFileSync(path, 'utf8'))!;
    return readFileSync(new URL(component!, pathToFileURL(path)), 'utf8');
  };

  it('has the expected form in every icon that the app shows', () => {
    expect(names.size).toBeGreaterThan(50);
    for (const name of names) {
      const shapes = sourceOf(name).match(/\["(?:path|circle|rect|line|ellipse|poly\w+)", \{/g);
      const drawn = iconTemplate(sourceOf(name), name).match(/<\/(?!script|svg)\w+>/g);
      expect([name, drawn?.length]).toEqual([name, shapes?.length]);
    }
  });

  it('keeps the class of every icon that is mirrored in right-to-left text', () => {
    const mirrored = [...read('src/app.css').matchAll(/\.lucide-([\w-]+)/g)].map(
      ([, name]) => name!,
    );
    expect(mirrored.length).toBeGreaterThan(10);
    for (const name of mirrored) {
      const id = `/node_modules/@lucide/svelte/dist/icons/${name}.svelte`;
      expect(iconTemplate(sourceOf(name), id)).toContain(`'lucide-${name}'`);
    }
  });

  it('is refused in another form', () => {
    const source = sourceOf('bell');
    const other = source.replace('const iconData =', 'const icon =');
    expect(() => iconTemplate(other, 'bell')).toThrow('another form');
    expect(() => iconTemplate(source.replace('"size": 24', '"size": 32'), 'bell')).toThrow(
      'another size',
    );
  });
});

it('V8 still has the flag that limits the growth of the heap', () => {
  const flags = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(flags).toMatch(/--heap-growing-percent .*\n\s+type: int/);
});

it('the scripts that run a server work on Windows, where the shell has no exec', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(scripts['start']).toMatch(/^exec node /);
  expect(read('exec.cmd').trimEnd().split('\n').at(-1)).toBe('@%*');
});
