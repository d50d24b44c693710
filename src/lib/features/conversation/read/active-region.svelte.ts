import { on } from 'svelte/events';

/**
 * Whether a person has turned to this part of the page, which stands beside something that they write:
 * they have pressed, scrolled or typed in it, and have not gone on anywhere else since.
 * Make one while a component starts.
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
