import { createRawSnippet } from 'svelte';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import { Random } from '../../../tests/property/sim/random';
import Feed from './Feed.svelte';

const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));

async function setup() {
  const box = document.createElement('div');
  box.style.cssText = 'height: 420px; width: 500px; display: flex; flex-direction: column;';
  document.body.append(box);
  const items = Array.from({ length: 120 }, (_, at) => String(1000 + at));
  const props = {
    label: 'Rows',
    key: (row: string) => row,
    isWhole: true,
    busy: false,
    onstart: () => undefined,
    item: createRawSnippet<[string, string | undefined]>((row) => ({
      render: () =>
        `<div style="min-height: ${24.5 + (Number(row()) % 9) * 17}px">${'word '.repeat(Number(row()) % 40)}</div>`,
    })),
  };
  const screen = await render(Feed<string>, { target: box, props: { ...props, items } });
  const feed = page.getByRole('feed', { name: 'Rows' }).element() as HTMLElement;
  return { box, feed, items, show: (next: readonly string[]) => screen.rerender({ items: next }) };
}

type World = Awaited<ReturnType<typeof setup>>;

/** The row in the middle of the visible part. */
function eye({ feed }: World): HTMLElement {
  const { top, height } = feed.getBoundingClientRect();
  const rows = [...feed.querySelectorAll<HTMLElement>('[data-key]')];
  return rows.findLast((row) => row.getBoundingClientRect().top <= top + height / 2)!;
}

const drawn = ({ feed }: World) => [...feed.querySelectorAll<HTMLElement>('[data-key]')];

const isAtEnd = ({ feed }: World) => feed.scrollTop + feed.clientHeight >= feed.scrollHeight - 1;

/** Changes to rows while the user reads. */
const changes: Readonly<
  Record<string, (world: World, rows: readonly string[], random: Random) => readonly string[]>
> = {
  'older ones come': (_world, rows) => [
    ...Array.from({ length: 50 }, (_, at) => String(Number(rows[0]) - 50 + at)),
    ...rows,
  ],
  'newer ones come': (_world, rows) => [...rows, String(Number(rows.at(-1)) + 1)],
  'one above goes': (world, rows) => {
    const at = rows.indexOf(eye(world).dataset['key']!);
    return rows.filter((_row, index) => index !== at - 2);
  },
  'one below goes': (world, rows) => {
    const at = rows.indexOf(eye(world).dataset['key']!);
    return rows.filter((_row, index) => index !== at + 1);
  },
  'a picture above comes': (world, rows, random) => {
    const at = drawn(world).indexOf(eye(world));
    const row = drawn(world)[Math.max(0, at - 1 - random.below(6))];
    row?.append(Object.assign(document.createElement('p'), { textContent: 'A picture\n' }));
    return rows;
  },
  'a picture below comes': (world, rows) => {
    const at = drawn(world).indexOf(eye(world));
    drawn(world)[at + 1]?.style.setProperty('padding-bottom', '90.4px');
    return rows;
  },
  'the box grows': ({ box }, rows, random) => {
    box.style.height = `${380 + random.below(80)}px`;
    return rows;
  },
};

describe('the row being read', () => {
  it.each([1, 2, 3, 4])(
    'stays within a pixel whatever is added, removed or resized around it (%i)',
    async (seed) => {
      const world = await setup();
      const random = new Random(seed);
      const names = Object.keys(changes);
      let rows: readonly string[] = world.items;
      await frame();
      world.feed.scrollTop = 900 + random.below(1500) + 0.4;
      await frame();
      await frame();
      for (let step = 0; step < 25; step++) {
        const name = random.pick(names)!;
        const row = eye(world);
        const before = row.getBoundingClientRect().top;
        rows = changes[name]!(world, rows, random);
        await world.show(rows);
        for (let count = 0; count < 4; count++) {
          await frame();
          // Near the end there may be too little below the row to hold its position.
          if (isAtEnd(world)) break;
          const moved = Math.abs(row.getBoundingClientRect().top - before);
          expect(moved, `${step}: ${name}`).toBeLessThanOrEqual(1);
        }
        if (random.oneIn(3)) {
          world.feed.scrollTop += random.below(600) - 300;
          await frame();
          await frame();
        }
      }
    },
  );

  it('never has more than 300 rows around it, wherever the user goes', async () => {
    const world = await setup();
    const rows = Array.from({ length: 2000 }, (_, at) => String(1000 + at));
    await world.show(rows);
    for (let step = 0; step < 60; step++) {
      world.feed.scrollTop -= 1500;
      await frame();
      await frame();
      expect(drawn(world).length).toBeLessThanOrEqual(300);
    }
    expect(Number(drawn(world)[0]?.dataset['key'])).toBeLessThan(2500);
  });
});
