import { on } from 'svelte/events';

/**
 * Whether the user is looking at this part of the page, which is beside a text being written: the
 * user clicked, scrolled or typed in it and has not moved elsewhere since. Create it during
 * component initialization.
 */
export class ActiveRegion {
  #is = false;

  constructor(part: () => HTMLElement | undefined) {
    const look = ({ target }: Event) => {
      this.#is = part()?.contains(target as Node | null) ?? false;
    };
    const scroll = ({ target }: Event) => {
      this.#is ||= part()?.contains(target as Node | null) ?? false;
    };
    const focus = ({ target }: Event) => {
      this.#is &&= part()?.contains(target as Node | null) ?? false;
    };
    $effect(() => {
      const stops = [
        ...(['pointerdown', 'keydown'] as const).map((type) =>
          on(window, type, look, { capture: true }),
        ),
        ...(['wheel', 'touchmove'] as const).map((type) =>
          on(window, type, scroll, { capture: true, passive: true }),
        ),
        on(window, 'focusin', focus, { capture: true }),
      ];
      return () => stops.forEach((stop) => stop());
    });
  }

  get isActive(): boolean {
    return this.#is;
  }
}
