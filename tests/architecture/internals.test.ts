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

type IconElement = readonly [tag: string, attributes: Readonly<Record<string, unknown>>];
/** What the package's own component draws. */
type IconBuilder = (
  icon: object,
  options: object,
) => readonly [...svg: IconElement, shapes: readonly IconElement[]];

describe('the icon package', () => {
  const { resolve } = createRequire(import.meta.url);
  const names = new Set(
    tracked
      .filter((path) => /^src\/.*\.(?:svelte|ts)$/.test(path))
      .flatMap((path) => [...read(path).matchAll(/@lucide\/svelte\/icons\/([\w-]+)/g)])
      .map(([, name]) => name!),
  );
  const packageUrl = pathToFileURL(resolve('@lucide/svelte'));
  /** An icon can have several names, so its module only refers to the component. */
  const sourceOf = (name: string) => {
    const path = resolve(`@lucide/svelte/icons/${name}`);
    const [, component] = /["'](.*\.svelte)["']/.exec(readFileSync(path, 'utf8'))!;
    return readFileSync(new URL(component!, pathToFileURL(path)), 'utf8');
  };

  /** Tags and attributes in the order of the markup. The class is checked below. */
  const elementsIn = (markup: string) =>
    [...markup.matchAll(/<([a-z]+) ([^>]*?)\/?>/g)].map(([, tag, text]) => [
      tag,
      Object.fromEntries(
        [...text!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      ),
    ]);
  const asDrawn = (template: string) =>
    elementsIn(
      template
        .slice(template.indexOf('<svg'))
        .replace('{strokeWidth}', '"2"')
        .replaceAll('{size}', '"24"'),
    );

  it('draws every icon that the app shows as the package does', async () => {
    expect(names.size).toBeGreaterThan(50);
    const builder = new URL('./utils/buildLucideIconNode.js', packageUrl);
    const { default: build } = (await import(builder.href)) as { default: IconBuilder };
    for (const name of names) {
      const source = sourceOf(name);
      const icon = JSON.parse(/const iconData = (\{.*\});/.exec(source)![1]!) as object;
      const [tag, { xmlns: _xmlns, class: _class, ...attributes }, shapes] = build(icon, {
        hasA11yProp: false,
      });
      const plain = [[tag, attributes], ...shapes].map(([each, values]) => [
        each,
        Object.fromEntries(Object.entries(values!).map(([key, value]) => [key, `${value}`])),
      ]);
      expect([name, asDrawn(iconTemplate(source, name))]).toEqual([name, plain]);
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
