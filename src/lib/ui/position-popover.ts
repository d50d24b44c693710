export interface PopoverPlacement {
  /** Preferred side; the other is used if it has more space. */
  readonly side: 'below' | 'above';
  /** Which edge is aligned with the anchor, in reading direction. */
  readonly align: 'start' | 'end' | 'center';
  /** Pixels between anchor and element. */
  readonly gap: number;
  /** At least as wide as the anchor. */
  readonly matchWidth?: boolean;
  /** Pixels that suffice on the preferred side, even if the other has more. */
  readonly enough?: number;
}

/** Pixels kept free at the edge of the window. */
const margin = 8;

/**
 * Positions an element of the top layer next to its anchor, inside the window, on the other side if
 * the preferred one is too small. The element must be rendered already; its height is limited to
 * the available space.
 */
export function positionPopover(
  element: HTMLElement,
  anchor: DOMRect,
  placement: PopoverPlacement,
): void {
  const { style } = element;
  const width = document.documentElement.clientWidth;
  const height = window.visualViewport?.height ?? window.innerHeight;

  if (placement.matchWidth) style.minWidth = `${anchor.width}px`;
  style.maxWidth = `${width - 2 * margin}px`;
  style.maxHeight = '';
  const wanted = element.offsetHeight;
  const needed = Math.min(wanted, placement.enough ?? wanted);
  const below = height - anchor.bottom - placement.gap - margin;
  const above = anchor.top - placement.gap - margin;
  const goesBelow =
    placement.side === 'below'
      ? below >= needed || below >= above
      : above < needed && below > above;
  const maxHeight = Math.max(96, goesBelow ? below : above);
  style.maxHeight = `${maxHeight}px`;
  const shown = Math.min(wanted, maxHeight);
  style.top = `${goesBelow ? anchor.bottom + placement.gap : anchor.top - placement.gap - shown}px`;

  const own = element.offsetWidth;
  const leftToRight = getComputedStyle(element).direction !== 'rtl';
  const left =
    placement.align === 'center'
      ? anchor.left + (anchor.width - own) / 2
      : (placement.align === 'start') === leftToRight
        ? anchor.left
        : anchor.right - own;
  style.left = `${Math.max(margin, Math.min(left, width - own - margin))}px`;
  style.right = 'auto';
  style.bottom = 'auto';
}
