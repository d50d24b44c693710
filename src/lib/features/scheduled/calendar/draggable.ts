import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

export interface DragPoint {
  readonly x: number;
  readonly y: number;
}

export interface DragHandlers {
  /** Returns false if this item can't be moved. */
  readonly begin: (key: string, at: DragPoint) => boolean;
  readonly move: (to: DragPoint) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
  /** Element that scrolls vertically under the pointer. */
  readonly scroller: () => HTMLElement | undefined;
  /** The pointer stays at the left or right edge. */
  readonly turn: (towards: 'left' | 'right') => void;
}

/** Pixels that a mouse moves before it drags, and that a finger can move during a long press. */
const slack = { mouse: 4, touch: 10 };
/** Milliseconds of a long press, and at an edge before the page turns. */
const patience = { press: 400, turn: 800 };
/**
 * Pixels from an edge within which it scrolls or turns, and the maximum scroll distance per frame.
 */
const edge = { scroll: 48, turn: 10, speed: 14 };

interface Press {
  readonly key: string;
  readonly pointer: number;
  readonly isMouse: boolean;
  readonly from: DragPoint;
}

/**
 * Makes elements with `data-item` draggable: immediately with the mouse, after a long press with a
 * finger, since moving a finger scrolls. Escape cancels. The click that ends a drag is suppressed.
 */
export function draggable(drag: DragHandlers): Attachment<HTMLElement> {
  return (root) => {
    let press: Press | null = null;
    let isDragging = false;
    let point: DragPoint = { x: 0, y: 0 };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    let atEdge: { side: 'left' | 'right'; since: number } | null = null;

    function down(event: PointerEvent) {
      const element = (event.target as Element).closest<HTMLElement>('[data-item]');
      if (!element || press || event.button !== 0 || !event.isPrimary) return;
      point = { x: event.clientX, y: event.clientY };
      const isMouse = event.pointerType === 'mouse';
      press = { key: element.dataset.item!, pointer: event.pointerId, isMouse, from: point };
      if (!isMouse) timer = setTimeout(begin, patience.press);
      // Touch events go to the element where the touch began, even after it has left the page.
      event.target!.addEventListener('touchmove', hold, { passive: false });
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', cancel);
      window.addEventListener('blur', cancel);
      window.addEventListener('keydown', keydown, { capture: true });
    }

    function begin() {
      if (!press || !drag.begin(press.key, press.from)) return end();
      isDragging = true;
      drag.move(point);
      frame = requestAnimationFrame(atEdges);
    }

    function move(event: PointerEvent) {
      if (event.pointerId !== press?.pointer) return;
      point = { x: event.clientX, y: event.clientY };
      const { isMouse, from } = press;
      if (!isDragging) {
        const far = Math.hypot(point.x - from.x, point.y - from.y);
        if (far <= slack[isMouse ? 'mouse' : 'touch']) return;
        if (!isMouse) return end();
        begin();
      } else drag.move(point);
    }

    function up(event: PointerEvent) {
      if (event.pointerId !== press?.pointer) return;
      if (isDragging) {
        swallowClick(true);
        drag.drop();
      }
      end();
    }

    function cancel() {
      if (isDragging) drag.cancel();
      end();
    }

    function keydown(event: KeyboardEvent) {
      if (!isDragging) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key !== 'Escape') return;
      swallowClick(false);
      cancel();
    }

    function end() {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      press = atEdge = null;
      isDragging = false;
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('blur', cancel);
      window.removeEventListener('keydown', keydown, { capture: true });
    }

    function atEdges(time: number) {
      frame = requestAnimationFrame(atEdges);
      const scroller = drag.scroller();
      if (scroller) {
        const { top, bottom } = scroller.getBoundingClientRect();
        const over =
          Math.max(0, top + edge.scroll - point.y) - Math.max(0, point.y - bottom + edge.scroll);
        const before = scroller.scrollTop;
        scroller.scrollTop -= Math.sign(over) * Math.min(edge.speed, Math.ceil(Math.abs(over) / 4));
        if (scroller.scrollTop !== before) drag.move(point);
      }
      const { left, right } = root.getBoundingClientRect();
      const side =
        point.x < left + edge.turn ? 'left' : point.x > right - edge.turn ? 'right' : null;
      if (side !== atEdge?.side) atEdge = side && { side, since: time };
      else if (atEdge && time - atEdge.since > patience.turn) {
        atEdge = { ...atEdge, since: time };
        drag.turn(atEdge.side);
        // The other days are rendered by then.
        requestAnimationFrame(() => isDragging && drag.move(point));
      }
    }

    /** Prevents touch scrolling and the context menu while dragging. */
    function hold(event: Event) {
      if (isDragging && event.cancelable) event.preventDefault();
    }

    function menu(event: Event) {
      if (press && !press.isMouse) event.preventDefault();
    }

    const stops = [
      on(root, 'pointerdown', down),
      on(root, 'touchmove', hold, { passive: false }),
      on(root, 'contextmenu', menu),
    ];
    return () => {
      cancel();
      stops.forEach((stop) => stop());
    };
  };
}

/**
 * Suppresses the click that follows releasing the button. The browser sends it immediately, if at
 * all.
 */
function swallowClick(isReleased: boolean): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () => window.removeEventListener('click', swallow, { capture: true });
  window.addEventListener('click', swallow, { capture: true });
  if (isReleased) setTimeout(stop);
  else window.addEventListener('pointerup', () => setTimeout(stop), { once: true });
}
