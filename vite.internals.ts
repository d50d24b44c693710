import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import type { Plugin } from 'vite';

interface IconData {
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

const styles = readFileSync(new URL('./src/app.css', import.meta.url), 'utf8');
/** Classes of icons that are mirrored in right-to-left text. */
const mirrored = new Set([...styles.matchAll(/\.(lucide-[\w-]+)/g)].map(([, name]) => name));

/**
 * The icon package renders each icon from a list of shapes. This replaces an icon by the equivalent
 * template: less code, and rendering it clones one node. Supports size, stroke and class, but no
 * other attribute; the package's class only where a style uses it. See docs/internals.md.
 */
export const iconTemplates: Plugin = {
  name: 'inkwell-icons',
  enforce: 'pre',
  apply: () => process.env['INKWELL_PLAIN'] !== '1',
  transform: {
    filter: { id: /@lucide\/svelte\/dist\/icons\/[\w-]+\.svelte$/ },
    handler: (source, id) => iconTemplate(source, id),
  },
};

/** Throws if the package's icon at `id` has another form than expected. */
export function iconTemplate(source: string, id: string): string {
  const data = /const iconData = (\{.*\});/.exec(source)?.[1];
  if (!data) throw new Error(`${id} has another form than expected`);
  const { size, node } = JSON.parse(data) as IconData;
  const shapes = node.map(([tag, attributes]) => {
    const text = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
    return `<${tag} ${text.join(' ')}></${tag}>`;
  });
  const name = basename(id, '.svelte');
  const own = mirrored.has(`lucide-${name}`) ? `['lucide-${name}', extra]` : 'extra';
  if (size !== 24) throw new Error(`${id} has another size than expected`);
  return `<script>
    let { size = 24, strokeWidth = 2, class: extra } = $props();
    </script>
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" width={size} height={size} stroke-width={strokeWidth} class={${own}}>${shapes.join('')}</svg>`;
}
