import { on } from 'svelte/events';
import { clampView, unzoomedView, zoomAt, type PixelSize, type ZoomView } from './zoom';

/** Pixels of a swipe that opens the next image. */
const swipe = 60;

/** Moves and zooms an image by wheel, pointer and touch. */
export class GestureHandler {
  #view = $state.raw<ZoomView>(unzoomedView);
  readonly #pointers = new Map<number, { readonly x: number; readonly y: number }>();
  #swiped = 0;

  constructor(
    private readonly picture: () => PixelSize,
    private readonly stage: () => PixelSize,
    /** The user wants the image this many steps further on. */
    private readonly onaside: (steps: number) => void,
  ) {}

  /** The current zoom and position, kept within bounds even if the stage changes. */
  get view(): ZoomView {
    return clampView(this.#view, this.picture(), this.stage());
  }

  get isZoomed(): boolean {
    return this.#view.scale > 1;
  }

  reset(): void {
    this.#view = unzoomedView;
  }

  zoom(factor: number, x = 0, y = 0): void {
    this.#view = clampView(zoomAt(this.view, factor, x, y), this.picture(), this.stage());
  }

  pan(x: number, y: number): void {
    const { view } = this;
    this.#view = clampView({ ...view, x: view.x + x, y: view.y + y }, this.picture(), this.stage());
  }

  /** Attaches the listeners to the stage. */
  take = (stage: HTMLElement): (() => void) => {
    const fromMiddle = ({ x, y }: { x: number; y: number }) => {
      const { left, top, width, height } = stage.getBoundingClientRect();
      return [x - left - width / 2, y - top - height / 2] as const;
    };
    const stops = [
      on(stage, 'wheel', (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY / 300), ...fromMiddle(event));
      }),
      on(stage, 'dblclick', (event) => {
        if (this.isZoomed) this.reset();
        else this.zoom(2.5, ...fromMiddle(event));
      }),
      on(stage, 'pointerdown', (event) => {
        if (event.button !== 0 || (event.target as Element).closest('button')) return;
        stage.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        this.#swiped = 0;
      }),
      on(stage, 'pointermove', (event) => this.#moved(event, fromMiddle)),
      on(stage, 'pointerup', (event) => {
        const wasOne = this.#pointers.size === 1;
        if (!this.#pointers.delete(event.pointerId) || !wasOne || this.isZoomed) return;
        if (event.pointerType !== 'mouse' && Math.abs(this.#swiped) > swipe) {
          const isBack = this.#swiped > 0 !== (getComputedStyle(stage).direction === 'rtl');
          this.onaside(isBack ? -1 : 1);
        }
      }),
      on(stage, 'pointercancel', ({ pointerId }) => void this.#pointers.delete(pointerId)),
    ];
    return () => stops.forEach((stop) => stop());
  };

  #moved(
    { pointerId, clientX: x, clientY: y }: PointerEvent,
    fromMiddle: (at: { x: number; y: number }) => readonly [number, number],
  ): void {
    const before = this.#pointers.get(pointerId);
    if (!before) return;
    const [other] = [...this.#pointers].filter(([id]) => id !== pointerId).map(([, at]) => at);
    this.#pointers.set(pointerId, { x, y });
    if (other) {
      const apart = (at: { x: number; y: number }) => Math.hypot(at.x - other.x, at.y - other.y);
      const middle = { x: (x + other.x) / 2, y: (y + other.y) / 2 };
      this.#swiped = 0;
      this.zoom(apart({ x, y }) / Math.max(1, apart(before)), ...fromMiddle(middle));
    } else if (this.isZoomed) this.pan(x - before.x, y - before.y);
    else this.#swiped += x - before.x;
  }
}
