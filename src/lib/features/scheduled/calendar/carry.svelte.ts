import { sameDay, type CalendarDay } from '../../../time/dates';
import { wallAt } from '../../../time/zones';
import type { Item } from '../messages/item';
import { momentAt, placeOn, type Axis, type Column } from './axis';
import type { Point } from './dragging';
import {
  onDay,
  placeAt,
  refusalOf,
  stepMinutes,
  stepped,
  type Place,
  type Refusal,
  type Step,
} from './moving';

/** A message that is being moved, and to when. It stays where it is until it is put down. */
export class Carry {
  readonly #zone: () => string;
  #item = $state.raw<Item | null>(null);
  #place = $state.raw<Place | null>(null);
  /** Where the pointer is; null: it is moved by the keys. */
  pointer = $state.raw<Point | null>(null);
  /** Minutes from its place on the axis to where the pointer took hold of it. */
  #grip = 0;

  constructor(zone: () => string) {
    this.#zone = zone;
  }

  get item(): Item | null {
    return this.#item;
  }

  get timestamp(): number | null {
    return this.#place?.timestamp ?? null;
  }

  /** Why it can't be put down here; null where it can. `now` in UNIX seconds. */
  refusal(now: number): Refusal | null {
    const isUnmoved = this.timestamp === this.#item?.timestamp;
    return isUnmoved || !this.#place ? null : refusalOf(this.#place.timestamp, now);
  }

  start(item: Item, pointer: Point | null): void {
    this.#item = item;
    this.#place = placeAt(item.timestamp, this.#zone());
    this.pointer = pointer;
    this.#grip = 0;
  }

  /** The pointer has taken hold of it at a place of the axis. */
  hold(column: Column, place: number): void {
    if (this.#item) this.#grip = place - placeOn(column, this.#item.timestamp);
  }

  step(step: Step): void {
    if (this.#place) this.#place = stepped(this.#place, step, this.#zone());
  }

  /** To another day; the time of day stays. */
  toDay(day: CalendarDay): void {
    if (!this.#item) return;
    const start = placeAt(this.#item.timestamp, this.#zone());
    this.#place = sameDay(start.meant, day) ? start : onDay(start, day, this.#zone());
  }

  /** To a place in a column, by quarters of an hour; at its own height it keeps its time of day. */
  toPlace(axis: Axis, column: Column, place: number): void {
    if (!this.#item) return;
    const zone = this.#zone();
    const own = axis.columns.find(({ start, end }) => within(this.#item!.timestamp, start, end));
    const wanted = place - this.#grip;
    const { hour, minute } = wallAt(this.#item.timestamp, zone);
    const height = own ? placeOn(own, this.#item.timestamp) : hour * 60 + minute;
    if (Math.abs(wanted - height) < stepMinutes / 2) return this.toDay(column.day);
    const quarter = Math.round(wanted / stepMinutes) * stepMinutes;
    const inside = Math.min(axis.length - stepMinutes, Math.max(0, quarter));
    this.#place = placeAt(momentAt(column, inside), zone);
  }

  stop(): void {
    this.#item = this.#place = this.pointer = null;
  }
}

const within = (timestamp: number, start: number, end: number) =>
  timestamp >= start && timestamp < end;
