import { isSameDay, type CalendarDay } from '../../../time/dates';
import { wallTimeAt } from '../../../time/zones';
import type { ScheduledItem } from '../messages/scheduled-item';
import { timeAtOffset, scaleOffsetOf, type TimeScale, type DayColumn } from './time-scale';
import type { DragPoint } from './draggable';
import {
  moveToDay,
  moveTargetAt,
  moveRefusalOf,
  stepMinutes,
  stepMove,
  type MoveTarget,
  type MoveRefusal,
  type MoveStep,
} from './move-target';

/** A message being moved and its target time. It stays in place until dropped. */
export class DragSession {
  readonly #zone: () => string;
  #item = $state.raw<ScheduledItem | null>(null);
  #place = $state.raw<MoveTarget | null>(null);
  /** Pointer position; null while moving by keyboard. */
  pointer = $state.raw<DragPoint | null>(null);
  /** Minutes from the message's offset on the scale to where the pointer grabbed it. */
  #grip = 0;

  constructor(zone: () => string) {
    this.#zone = zone;
  }

  get item(): ScheduledItem | null {
    return this.#item;
  }

  get timestamp(): number | null {
    return this.#place?.timestamp ?? null;
  }

  /** Why the message can't be dropped here, or null if it can. `now` is in UNIX seconds. */
  refusal(now: number): MoveRefusal | null {
    const isUnmoved = this.timestamp === this.#item?.timestamp;
    return isUnmoved || !this.#place ? null : moveRefusalOf(this.#place.timestamp, now);
  }

  start(item: ScheduledItem, pointer: DragPoint | null): void {
    this.#item = item;
    this.#place = moveTargetAt(item.timestamp, this.#zone());
    this.pointer = pointer;
    this.#grip = 0;
  }

  /** The pointer grabbed the message at an offset on the scale. */
  hold(column: DayColumn, place: number): void {
    if (this.#item) this.#grip = place - scaleOffsetOf(column, this.#item.timestamp);
  }

  step(step: MoveStep): void {
    if (this.#place) this.#place = stepMove(this.#place, step, this.#zone());
  }

  /** Moves to another day and keeps the time of day. */
  toDay(day: CalendarDay): void {
    if (!this.#item) return;
    const start = moveTargetAt(this.#item.timestamp, this.#zone());
    this.#place = isSameDay(start.meant, day) ? start : moveToDay(start, day, this.#zone());
  }

  /**
   * Moves to an offset in a column, in steps of a quarter hour. At the message's own height it
   * keeps its time of day.
   */
  toPlace(axis: TimeScale, column: DayColumn, place: number): void {
    if (!this.#item) return;
    const zone = this.#zone();
    const own = axis.columns.find(({ start, end }) => within(this.#item!.timestamp, start, end));
    const wanted = place - this.#grip;
    const { hour, minute } = wallTimeAt(this.#item.timestamp, zone);
    const height = own ? scaleOffsetOf(own, this.#item.timestamp) : hour * 60 + minute;
    if (Math.abs(wanted - height) < stepMinutes / 2) return this.toDay(column.day);
    const quarter = Math.round(wanted / stepMinutes) * stepMinutes;
    const inside = Math.min(axis.length - stepMinutes, Math.max(0, quarter));
    this.#place = moveTargetAt(timeAtOffset(column, inside), zone);
  }

  stop(): void {
    this.#item = this.#place = this.pointer = null;
  }
}

const within = (timestamp: number, start: number, end: number) =>
  timestamp >= start && timestamp < end;
