import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, scheduled, setup, soon } from '../../../../tests/support/ui/scheduled-page.svelte';
import { utcOffsetAt } from '../../time/resolve-wall-time';

/** Two to nine days ahead, mid-week and far from any clock change. */
const wednesday = (() => {
  const first = Math.ceil((soon + 12 * 3600) / 86_400);
  return first + ((6 - (first % 7) + 7) % 7);
})();
/** 9:00 in Berlin. */
const nine = wednesday * 86_400 + 9 * 3600 - utcOffsetAt(wednesday * 86_400, 'Europe/Berlin');
const quarter = 900;
const at = (id: number, time: number, more = {}) =>
  scheduled(id, `Number ${id}`, { scheduled_delivery_timestamp: time, ...more });
const block = (name: RegExp) => page.getByRole('button', { name });
const status = () => page.getByRole('status');

async function open(messages: ReturnType<typeof scheduled>[], shape: string, more = {}) {
  const result = await setup(messages, more);
  await page.getByText(shape, { exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Today' })).toBeVisible();
  await expect.poll(() => document.querySelector('[data-day]')).not.toBeNull();
  // The calendar shows the current week first.
  const go = page.getByRole('button', { name: /^Go to / });
  if (messages.length > 0 && go.query()) await go.click();
  return { ...result, moves: () => result.calls('updateScheduledMessage') };
}

/** Center of an element. */
function middle(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

function point(type: string, where: object, target: EventTarget = window, pointerType = 'mouse') {
  const init = { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1, button: 0 };
  target.dispatchEvent(new PointerEvent(type, { ...init, pointerType, ...where }));
}

beforeEach(() => page.viewport(1280, 900));

describe('the week view', () => {
  it('shows each message at its time with its state, and opens it', async () => {
    await open([at(1, nine), at(2, nine, { type: 'private', to: [8], topic: undefined })], 'Week');
    await expect.element(block(/#design › logo Number 1 Scheduled/)).toBeVisible();
    await block(/Grace Number 2 Scheduled/).click();
    await expect.element(page.getByText(/^Scheduled for/)).toBeVisible();
  });

  it('counts messages that don’t fit and shows the whole day', async () => {
    const many = Array.from({ length: 40 }, (_, id) => at(id, nine + id * 30));
    await open(many, 'Week');
    await page
      .getByRole('button', { name: /^Show \d+ more on / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('option').first()).toHaveTextContent('Number 0');
    await dialog.getByRole('option').first().click();
    await expect.element(page.getByText(/^Scheduled for/)).toBeVisible();
  });

  it('moves a message by keyboard, by quarter hours and days, and undoes it', async () => {
    const { moves } = await open([at(1, nine + 420)], 'Week');
    (block(/Number 1/).element() as HTMLElement).focus();
    await userEvent.keyboard('m');
    await expect
      .element(status().last())
      .toHaveTextContent(/^Moving the message to #design › logo/);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    await expect.element(status().last()).toHaveTextContent(/^Move to .*(GMT|CES?T)/);
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(moves)
      .toEqual([
        { scheduled_message_id: 1, scheduled_delivery_timestamp: nine + 2 * quarter + 86_400 },
      ]);
    await expect.element(block(/Number 1/)).toHaveFocus();
    await button('Undo').click();
    await expect
      .poll(() => moves()[1])
      .toMatchObject({
        scheduled_delivery_timestamp: nine + 420,
      });
  });

  it('leaves the message in place on Escape', async () => {
    const { moves } = await open([at(1, nine)], 'Week');
    (block(/Number 1/).element() as HTMLElement).focus();
    await userEvent.keyboard(' {PageDown}{Escape}');
    await expect.element(status().last()).toHaveTextContent(/^Move canceled/);
    expect(moves()).toEqual([]);
  });

  it('explains why a message can’t move into the past, and keeps holding it', async () => {
    const { moves } = await open([at(1, nine)], 'Week');
    (block(/Number 1/).element() as HTMLElement).focus();
    await userEvent.keyboard('m{PageUp}{PageUp}{Enter}');
    await expect.element(status().last()).toHaveTextContent(/is in the past/);
    await expect.element(page.getByRole('application')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(moves()).toEqual([]);
  });

  it('maps left and right arrows to the page direction', async () => {
    const { moves } = await open([at(1, nine)], 'Week');
    document.documentElement.dir = 'rtl';
    (block(/Number 1/).element() as HTMLElement).focus();
    await userEvent.keyboard('m{ArrowLeft}{Enter}');
    document.documentElement.dir = '';
    await expect.poll(moves).toMatchObject([{ scheduled_delivery_timestamp: nine + 86_400 }]);
  });

  it('drags a message with the mouse and shows the new time beside the pointer', async () => {
    const { moves } = await open([at(1, nine + 420)], 'Week');
    const element = block(/Number 1/).element();
    element.scrollIntoView({ block: 'center' });
    const from = middle(element);
    point('pointerdown', from, element);
    const hour = 4 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    point('pointermove', { ...from, clientY: from.clientY + hour });
    await expect.element(page.getByText(/^Move to .*10:00/)).toBeVisible();
    point('pointerup', from);
    await expect
      .poll(moves)
      .toEqual([{ scheduled_message_id: 1, scheduled_delivery_timestamp: nine + 4 * quarter }]);
  });

  it('does not drop after Escape', async () => {
    const { moves } = await open([at(1, nine)], 'Week');
    const element = block(/Number 1/).element();
    element.scrollIntoView({ block: 'center' });
    const from = middle(element);
    point('pointerdown', from, element);
    point('pointermove', { ...from, clientY: from.clientY + 100 });
    await expect.element(page.getByText(/^Move to .*\d/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    point('pointerup', from);
    await expect.element(page.getByText(/^Move to .*\d/)).not.toBeInTheDocument();
    expect(moves()).toEqual([]);
  });

  it('does not move a message that is being sent', async () => {
    const { moves } = await open([at(1, Math.floor(Date.now() / 1000) - 2)], 'Week');
    (block(/Number 1 Sending soon/).element() as HTMLElement).focus();
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('application')).not.toBeInTheDocument();
    expect(moves()).toEqual([]);
  });

  it('acts only on the chosen one of equal messages', async () => {
    const same = [1, 2, 3].map((id) => at(id, nine + id * 7200, { content: 'Again' }));
    const { calls } = await open(same, 'Week');
    (block(/Again/).nth(1).element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await expect.poll(() => calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 2 }]);
    await expect.element(block(/Again/)).toHaveLength(2);
  });

  it('moves between messages with arrow keys, as a single Tab stop', async () => {
    await open([at(1, nine), at(2, nine + 7200), at(3, nine + 86_400)], 'Week');
    (block(/Number 1/).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(block(/Number 2/)).toHaveFocus();
    await expect.element(block(/Number 1/)).toHaveAttribute('tabindex', '-1');
    await userEvent.keyboard('{Home}{ArrowRight}');
    await expect.element(block(/Number 3/)).toHaveFocus();
  });
});

describe('the month view', () => {
  it('keeps the time of day when a message is dragged to another day', async () => {
    const { moves } = await open([at(1, nine + 420)], 'Month');
    const element = block(/Number 1/).element();
    const cells = [...document.querySelectorAll('[data-day]')];
    const to = cells[cells.indexOf(element.closest('[data-day]')!) + 2] ?? cells.at(-1)!;
    const days = Number((to as HTMLElement).dataset.day) - wednesday;
    point('pointerdown', middle(element), element);
    point('pointermove', middle(to));
    point('pointerup', middle(to));
    await expect
      .poll(moves)
      .toMatchObject([{ scheduled_delivery_timestamp: nine + 420 + days * 86_400 }]);
  });
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(360, 740));

  it('shows counts, and the selected day below them', async () => {
    await open([at(1, nine), at(2, nine + 60), at(3, nine + 86_400)], 'Month');
    await expect.element(page.getByRole('option')).toHaveLength(2);
    await page.getByRole('gridcell', { selected: true }).getByRole('button').click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('option', { name: /Number 3/ })).toBeVisible();
  });

  it('picks up a message with a long press and drops it on a day', async () => {
    const { moves } = await open([at(1, nine)], 'Week');
    const element = page
      .getByRole('option', { name: /Number 1/ })
      .element()
      .querySelector('[data-item]')!;
    point('pointerdown', middle(element), element, 'touch');
    await expect.element(page.getByText(/^Move to .*\d/)).toBeVisible();
    const friday = document.querySelector(`[data-day="${wednesday + 2}"]`)!;
    point('pointermove', middle(friday));
    point('pointerup', middle(friday));
    await expect.poll(moves).toMatchObject([{ scheduled_delivery_timestamp: nine + 2 * 86_400 }]);
  });
});
