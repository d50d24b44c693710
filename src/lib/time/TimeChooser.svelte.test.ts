import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import { resolveWallTime } from './resolve-wall-time';
import { wallTimeAt, type WallTime } from './zones';
import TimeChooser from './TimeChooser.svelte';

const zone = 'Europe/Berlin';
const at = (day: number, hour: number, minute = 0, month = 11, year = 2026) =>
  resolveWallTime({ year, month, day, hour, minute }, zone).timestamp;
const aiko = { name: 'Aiko', timezone: 'Asia/Tokyo' };

/** Wednesday, 18 November 2026, 10:20 in Berlin. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at(18, 10, 20) * 1000 });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  document.documentElement.dir = '';
});

async function setup(more: Record<string, unknown> = {}) {
  const onchoose = vi.fn<(timestamp: number) => void>();
  const oncancel = vi.fn();
  const props = { accountId: '1', timezone: zone, twentyFour: true, onchoose, oncancel, ...more };
  const screen = await render(TimeChooser, { open: true, ...props });
  const field = page.getByRole('textbox', { name: 'When' });
  await expect.element(page.getByRole('dialog', { name: 'Schedule message' })).toBeVisible();
  /** The chosen wall time. */
  const chosen = (): WallTime | null => {
    const timestamp = onchoose.mock.lastCall?.[0];
    return timestamp === undefined ? null : wallTimeAt(timestamp, zone);
  };
  return { screen, onchoose, oncancel, field, chosen };
}

const preset = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

describe('TimeChooser', () => {
  it('chooses tomorrow 9:00 with two keys or one click', async () => {
    const { chosen, screen } = await setup();
    await expect.element(preset('Later today')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(chosen()).toMatchObject({ day: 19, hour: 9, minute: 0 });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

    await screen.rerender({ open: true });
    await expect.element(preset('Tomorrow morning')).toHaveFocus();
    await preset('Tomorrow morning').click();
    expect(chosen()).toMatchObject({ day: 19, hour: 9, minute: 0 });
  });

  it('says what is missing when the user presses Schedule, and focuses the field', async () => {
    const { onchoose, field } = await setup();
    const schedule = page.getByRole('button', { name: 'Schedule', exact: true });
    await schedule.click();
    await expect.element(page.getByText('Enter or choose a time first.')).toBeVisible();
    await expect.element(field).toHaveFocus();
    await field.fill('some day');
    await expect.element(page.getByText('Enter or choose a time first.')).not.toBeInTheDocument();
    await schedule.click();
    await expect.element(page.getByText(/time isn’t clear/)).toBeVisible();
    await expect.element(field).toHaveFocus();
    await page.getByRole('button', { name: 'Save as preset' }).click();
    await expect.element(field).toHaveFocus();
    expect(onchoose).not.toHaveBeenCalled();
  });

  it('accepts typed text wherever the focus is, and shows the full time', async () => {
    const { chosen, field } = await setup();
    await expect.element(preset('Later today')).toHaveFocus();
    await userEvent.keyboard('fri 14:30');
    await expect.element(field).toHaveValue('fri 14:30');
    const echo = page.getByRole('status');
    await expect.element(echo).toHaveTextContent(/Fri.* Nov.*20|Fri.*20.* Nov/);
    await expect.element(echo).toHaveTextContent(/14:30 .*(GMT\+1|CET)/);
    await expect.element(echo).toHaveTextContent('in 2 days');
    const day = page.getByRole('gridcell', { selected: true });
    await expect.element(day).toHaveTextContent('20');
    await expect.element(page.getByRole('textbox', { name: 'Time' })).toHaveValue('14:30');
    await userEvent.keyboard('{Enter}');
    expect(chosen()).toMatchObject({ day: 20, hour: 14, minute: 30 });
  });

  it('shows what is wrong with a text on Enter, not while typing', async () => {
    const { onchoose, field } = await setup();
    await field.fill('at some point');
    await expect.element(page.getByText(/time isn’t clear/)).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/time isn’t clear/)).toBeVisible();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('today 9:00');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('That time has already passed.')).toBeVisible();
    expect(onchoose).not.toHaveBeenCalled();
  });

  it('accepts a day and a time of day', async () => {
    const { chosen } = await setup();
    await page.getByRole('button', { name: /November 27/ }).click();
    const clock = page.getByRole('textbox', { name: 'Time' });
    await expect.element(clock).toHaveValue('09:00');
    await clock.fill('4:45 pm');
    await userEvent.keyboard('{Tab}');
    await expect.element(clock).toHaveValue('16:45');
    await clock.click();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(clock).toHaveValue('17:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    expect(chosen()).toMatchObject({ day: 27, hour: 17, minute: 0 });
  });

  it('rejects a time in the past', async () => {
    const { onchoose } = await setup();
    await page.getByRole('button', { name: /November 18/ }).click();
    const clock = page.getByRole('textbox', { name: 'Time' });
    await expect.element(clock).toHaveValue('11:00');
    await clock.fill('9');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByText('That time has already passed.')).toBeVisible();
    await page.getByRole('button', { name: 'Schedule', exact: true }).click({ force: true });
    expect(onchoose).not.toHaveBeenCalled();
    const yesterday = page.getByRole('button', { name: /November 17/ });
    await expect.element(yesterday).toHaveAttribute('aria-disabled', 'true');
  });

  it('moves through the calendar with the keyboard, in reading direction', async () => {
    const { chosen } = await setup({ initial: at(18, 16) });
    page
      .getByRole('button', { name: /November 18/ })
      .element()
      .focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.element(page.getByRole('button', { name: /November 26/ })).toHaveFocus();
    await userEvent.keyboard('{PageDown}');
    await expect.element(page.getByRole('button', { name: /December 26/ })).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(page.getByRole('button', { name: /^Sunday, December 20/ })).toHaveFocus();
    document.documentElement.dir = 'rtl';
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    expect(chosen()).toMatchObject({ month: 12, day: 21, hour: 16, minute: 0 });
  });

  it.each([undefined, at(18, 16)])('keeps its state while time passes: %s', async (initial) => {
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: at(18, 10, 20) * 1000,
    });
    await setup({ initial });
    page
      .getByRole('button', { name: /November 18/ })
      .element()
      .focus();
    await userEvent.keyboard('{PageDown}');
    const walked = page.getByRole('button', { name: /December 18/ });
    await expect.element(walked).toHaveFocus();
    vi.advanceTimersByTime(15_000);
    await tick();
    await expect.element(walked).toHaveFocus();
    const clock = page.getByRole('textbox', { name: 'Time' });
    await clock.fill('1');
    vi.advanceTimersByTime(15_000);
    await tick();
    await expect.element(clock).toHaveValue('1');
  });

  it('offers both times of a repeated hour', async () => {
    const { onchoose, field } = await setup();
    await field.fill('2027-10-31 2:30');
    await expect.element(page.getByText(/This is the first one, GMT\+2/)).toBeVisible();
    await page.getByRole('button', { name: 'Use the second' }).click();
    await expect.element(page.getByText(/This is the second one, GMT\+1/)).toBeVisible();
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    expect(onchoose.mock.lastCall?.[0]).toBe(at(31, 2, 30, 10, 2027) + 3600);
  });

  it('says that a skipped time moves forward', async () => {
    const { field, chosen } = await setup();
    await field.fill('2027-03-28 2:30');
    await expect.element(page.getByText(/It will be sent at 03:30/)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(chosen()).toMatchObject({ month: 3, day: 28, hour: 3, minute: 30 });
  });

  it("shows the recipients' time next to the user's", async () => {
    const { field, onchoose } = await setup({ readers: [aiko] });
    await field.fill('fri 17:00');
    await expect.element(page.getByRole('status')).toHaveTextContent(/Sat.* 01:00 for Aiko/);
    await expect.element(page.getByText(/On the weekend for Aiko/).first()).toBeVisible();
    await preset('Aiko’s morning').click();
    expect(wallTimeAt(onchoose.mock.lastCall![0], aiko.timezone)).toMatchObject({
      day: 19,
      hour: 9,
    });
  });

  it('saves a phrase as a preset and removes it again', async () => {
    const { field, screen, chosen } = await setup();
    await field.fill('thu 16:15');
    await page.getByRole('button', { name: 'Save as preset' }).click();
    await field.fill('');
    await screen.rerender({ open: false });
    await screen.rerender({ open: true });
    await preset('thu 16:15').click();
    expect(chosen()).toMatchObject({ day: 19, hour: 16, minute: 15 });
    await screen.rerender({ open: true });
    await expect.element(preset('thu 16:15')).toHaveFocus();
  });

  it('shows a note when the account’s time zone differs from the device’s', async () => {
    const { screen } = await setup({ timezone: 'Pacific/Kiritimati' });
    await expect.element(page.getByText(/time zone, Kiritimati \(GMT\+14\)/)).toBeVisible();
    const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    await screen.rerender({ timezone: device });
    await expect.element(page.getByText(/your account’s time zone/)).not.toBeInTheDocument();
  });

  it('cancels without choosing', async () => {
    const { onchoose, oncancel } = await setup();
    await userEvent.keyboard('{Escape}');
    expect(oncancel).toHaveBeenCalledOnce();
    expect(onchoose).not.toHaveBeenCalled();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('has no accessibility violations', async () => {
    for (const theme of ['light', 'dark']) {
      document.documentElement.classList.toggle('dark', theme === 'dark');
      const { field, screen } = await setup({ readers: [aiko], timezone: 'Asia/Kolkata' });
      await field.fill('fri 20:00');
      await expect.element(page.getByRole('status')).toHaveTextContent('20:00');
      // Contrast can only be measured once color transitions have finished.
      await Promise.all(document.getAnimations().map(({ finished }) => finished));
      const { violations } = await axe.run(document.querySelector('dialog')!);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      await screen.unmount();
    }
    document.documentElement.classList.remove('dark');
  });
});
