import { m } from '$lib/paraglide/messages';
import type { Account } from '../../../client/account/account.svelte';
import { absoluteTime } from '../../../time/format-time';
import { timeStyleOf } from '../../../time/time-style';
import { recipientLabel } from '../../../writing/recipients/recipient-label';
import type { ScheduledMessageActions } from '../messages/scheduled-message-actions.svelte';
import type { ScheduledItem } from '../messages/scheduled-item';
import { DragSession } from './drag-session.svelte';
import type { DragPoint } from './draggable';
import { moveStepForKey } from './calendar-keys';
import type { CalendarRange } from './calendar-range.svelte';
import { moveLabel } from './calendar-labels';

interface Parts {
  readonly account: Account;
  readonly scheduledActions: () => ScheduledMessageActions;
  readonly range: CalendarRange;
  readonly editable: () => boolean;
  /** Element that contains the days, each with its `data-day`. */
  readonly element: () => HTMLElement | undefined;
  /** Moves only change the day and keep the time of day. */
  readonly keepsTime: () => boolean;
  /** A keyboard move reached another time (UNIX seconds), which should be scrolled into view. */
  readonly onstep: (timestamp: number) => void;
  /** A keyboard move ended, with or without a change. */
  readonly onrelease: (key: string) => void;
}

const seconds = () => Math.floor(Date.now() / 1000);

/** Moves messages in the calendar, by pointer and by keyboard. */
export class CalendarDrag {
  readonly session: DragSession;
  /** Text for screen readers. */
  announced = $state('');

  constructor(private readonly parts: Parts) {
    this.session = new DragSession(() => this.#style.zone);
  }

  get help(): string {
    return this.parts.keepsTime() ? m.calendar_move_help_month() : m.calendar_move_help();
  }

  get #style() {
    return timeStyleOf(this.parts.account);
  }

  get isRtl(): boolean {
    const element = this.parts.element();
    return element !== undefined && getComputedStyle(element).direction === 'rtl';
  }

  /** Starts a move by pointer. False if the message can't be moved. */
  readonly begin = (key: string, at: DragPoint): boolean => {
    const item = this.parts.scheduledActions().get(key);
    if (!item || !this.#isMovable(item)) return false;
    this.session.start(item, at);
    const found = this.#locate(at);
    if (found?.column) this.session.hold(found.column, found.place);
    return true;
  };

  readonly move = (to: DragPoint): void => {
    this.session.pointer = to;
    const found = this.#locate(to);
    if (found?.column) this.session.toPlace(this.parts.range.scale, found.column, found.place);
    else if (found) this.session.toDay(found.day);
  };

  /** Starts a move by keyboard. */
  pickUp(item: ScheduledItem | undefined): void {
    if (!item || this.session.item) return;
    if (!this.parts.editable()) this.announced = m.scheduled_no_editing();
    if (!this.#isMovable(item)) return;
    this.session.start(item, null);
    this.announced = m.calendar_picked_up({
      recipient: recipientLabel(item.body, this.parts.account),
      time: this.#words(item.timestamp),
      help: this.help,
    });
  }

  readonly key = (event: KeyboardEvent): void => {
    const step = moveStepForKey(event.key, this.isRtl, this.parts.keepsTime());
    if (event.key === 'Escape') this.cancel();
    else if (event.key === 'Enter') this.drop();
    else if (step) this.session.step(step);
    else return;
    event.preventDefault();
    event.stopPropagation();
    const to = this.session.timestamp;
    if (to === null) return;
    this.announced = moveLabel(to, this.session.refusal(seconds()), seconds(), this.#style);
    if (step) this.parts.onstep(to);
  };

  /** If the message can't be dropped here, a pointer move ends and a keyboard move continues. */
  readonly drop = (): void => {
    const { item, timestamp, pointer } = this.session;
    if (!item || timestamp === null) return;
    const isRefused = this.session.refusal(seconds()) !== null;
    if (isRefused && !pointer) return;
    this.#release(item.key);
    const latest = this.parts.scheduledActions().get(item.key);
    if (isRefused || !latest || timestamp === latest.timestamp) return;
    void this.parts.scheduledActions().reschedule([latest], () => timestamp);
  };

  readonly cancel = (): void => {
    const { item } = this.session;
    if (!item) return;
    this.announced = m.calendar_cancelled({ time: this.#words(item.timestamp) });
    this.#release(item.key);
  };

  #release(key: string): void {
    const isByKeys = this.session.pointer === null;
    this.session.stop();
    if (isByKeys) this.parts.onrelease(key);
  }

  #isMovable({ failed, timestamp }: ScheduledItem): boolean {
    return this.parts.editable() && (failed || timestamp > seconds());
  }

  /** The day at a point and, if days have a time scale, the offset on it. */
  #locate({ x, y }: DragPoint) {
    const { range, element } = this.parts;
    const cell = document
      .elementsFromPoint(x, y)
      .map((one) => one.closest<HTMLElement>('[data-day]'))
      .find((one) => one && element()?.contains(one));
    const day = range.weeks.flat().find(({ number }) => String(number) === cell?.dataset.day);
    if (!cell || !day) return null;
    const { top, height } = cell.getBoundingClientRect();
    const { columns, length } = range.scale;
    const isColumn = cell.dataset.axis !== undefined;
    const column = isColumn ? columns.find(({ number }) => number === day.number) : undefined;
    return { day: day.day, column, place: ((y - top) / height) * length };
  }

  #words(timestamp: number): string {
    return absoluteTime(timestamp, seconds(), this.#style, true);
  }
}
