import { expect, it, vi } from 'vitest';
import { CaretFollower } from './scroll-to-caret';

const frame = () => new Promise((done) => requestAnimationFrame(done));
const lines = Array.from({ length: 100 }, (_, at) => `Zeile ${at}: «größer» 東京 🎉`);

/** A text and its rendered form, without formatting marks. */
function setup() {
  document.body.innerHTML = '<textarea></textarea><div></div>';
  const [field, view] = [document.querySelector('textarea')!, document.querySelector('div')!];
  field.value = lines.map((line) => `* **${line}**`).join('\n');
  view.style.cssText = 'height: 100px; overflow: auto';
  view.append(
    ...lines.map((line) => {
      const row = document.createElement('p');
      row.textContent = line;
      return row;
    }),
  );
  const isInView = (line: number) => {
    const [row, edges] = [view.children[line]!, view].map((one) => one.getBoundingClientRect());
    return row!.top >= edges!.top && row!.bottom <= edges!.bottom;
  };
  return { field, view, isInView };
}

it.each([0, 1, 37, 98, 99])('shows line %d when the caret is in it', async (line) => {
  const { field, view, isInView } = setup();
  const caret = field.value.indexOf(lines[line]!) + 3;
  field.setSelectionRange(caret, caret);
  view.scrollTop = 2000;
  new CaretFollower().follow(view, field);
  await frame();
  expect(isInView(line)).toBe(true);
});

it('looks for the caret once per frame, however often it moves', async () => {
  const { field, view, isInView } = setup();
  const looks = vi.spyOn(Range.prototype, 'getBoundingClientRect');
  const caret = new CaretFollower();
  for (let line = 10; line <= 60; line++) {
    const at = field.value.indexOf(lines[line]!);
    field.setSelectionRange(at, at);
    caret.follow(view, field);
  }
  await frame();
  expect(looks).toHaveBeenCalledTimes(1);
  expect(isInView(60)).toBe(true);
  looks.mockClear();
  caret.follow(view, field);
  caret.stop();
  await frame();
  expect(looks).not.toHaveBeenCalled();
  looks.mockRestore();
});
