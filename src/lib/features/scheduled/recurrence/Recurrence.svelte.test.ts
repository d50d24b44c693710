import axe from 'axe-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError, NetworkFailure } from '../../../api/errors';
import {
  button,
  list,
  row,
  scheduled,
  setup,
  soon,
} from '../../../../../tests/support/ui/scheduled-page.svelte';

beforeEach(() => localStorage.clear());

const single = [scheduled(1, 'The blue one')];
const dialog = () => page.getByRole('dialog');
const create = () => page.getByRole('button', { name: /^Schedule \d+ messages?$/ });

/** Responds to each create call with the next id, and to list calls with the account's messages. */
function numbered() {
  let id = 100;
  return { createScheduledMessage: () => Promise.resolve({ scheduled_message_id: id++ }) };
}

async function openRepeat() {
  await row(/The blue one/).click();
  await button('Repeat…').click();
  await expect.element(dialog()).toBeVisible();
}

/** Opens the page and creates a recurring message with three messages. */
async function withSeries(more = {}) {
  const shown = await setup(single, {
    ...numbered(),
    getScheduledMessages: () => Promise.resolve({ scheduled_messages: single }),
    ...more,
  });
  await openRepeat();
  await page.getByLabelText('Ends').selectOptions('times');
  await page.getByLabelText('Number of times').fill('3');
  await create().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row(/Recurring, 3 scheduled/)).toBeVisible();
  return shown;
}

describe('a recurring message', () => {
  it('previews its dates, with weekday and zone, and how it works, before it is created', async () => {
    await setup(single, numbered());
    await openRepeat();
    const preview = dialog();
    await expect.element(preview).toHaveTextContent(/Every \w+day at .* Berlin \(GMT/);
    await expect.element(preview).toHaveTextContent(/And 22 more/);
    await expect
      .element(preview)
      .toHaveTextContent('The server only knows the individual messages');
    await expect.element(create()).toHaveTextContent('Schedule 26 messages');
    await page.getByLabelText('Repeats').selectOptions('workdays');
    await expect.element(preview).toHaveTextContent('Every weekday (Monday to Friday) at');
    await page.getByLabelText('Ends').selectOptions('date');
    await page.getByLabelText('End date').fill('2020-01-01');
    await expect.element(preview).toHaveTextContent('There are no upcoming dates');
    // Text has less contrast while it fades in or out.
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const { violations } = await axe.run(preview.element(), {
      rules: { 'color-contrast': { enabled: true } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it('uses the existing message as its first, and creates the others once', async () => {
    const { calls } = await withSeries();
    const made = calls('createScheduledMessage') as { scheduled_delivery_timestamp: number }[];
    expect(made).toHaveLength(2);
    const week = 7 * 86_400;
    for (const [at, one] of made.entries()) {
      const away = one.scheduled_delivery_timestamp - (soon + 60) - (at + 1) * week;
      // The time of day stays the same across a clock change, and seconds are dropped.
      expect(Math.abs(away)).toBeLessThan(3600 + 60);
    }
    await button('Undo').click();
    await expect.element(row(/Recurring/)).not.toBeInTheDocument();
    expect(calls('deleteScheduledMessage')).toHaveLength(2);
    await expect.element(row(/The blue one/)).toBeVisible();
  });

  it('shows how many are done when one fails, resumes from there, and can undo all', async () => {
    let answers = 0;
    const refused = new ApiError('createScheduledMessage', 400, 'BAD_REQUEST', 'Not now');
    const { calls } = await setup(single, {
      getScheduledMessages: () => Promise.resolve({ scheduled_messages: single }),
      createScheduledMessage: () =>
        ++answers === 3
          ? Promise.reject(refused)
          : Promise.resolve({ scheduled_message_id: 99 + answers }),
    });
    await openRepeat();
    await create().click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/Stopped after 3 of 26\..*Not now/);
    await button('Continue').click();
    await expect.element(row(/Recurring, 26 scheduled/)).toBeVisible();
    expect(calls('createScheduledMessage')).toHaveLength(26);
  });

  it('leaves nothing behind if the first call fails', async () => {
    await setup(single, {
      updateScheduledMessage: () => Promise.reject(new NetworkFailure('x', 'unreachable')),
    });
    await openRepeat();
    await create().click();
    await expect.element(button('Try again')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(row(/Recurring/)).not.toBeInTheDocument();
    expect(Object.keys(localStorage).filter((key) => key.includes('/series/'))).toEqual([]);
  });

  it('is one row that the keys unfold, and is deleted and restored as one', async () => {
    const { calls } = await withSeries();
    list().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(4);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByText('No scheduled messages')).toBeVisible();
    expect(calls('deleteScheduledMessage')).toHaveLength(3);
    await button('Undo').click();
    await expect.element(row(/Recurring, 3 scheduled/)).toBeVisible();
    await expect.element(page.getByRole('listbox', { name: 'Scheduled' })).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByText('No scheduled messages')).toBeVisible();
  });

  it('changes the text of all, and asks about those edited separately', async () => {
    const { calls, account } = await withSeries();
    account.assume({
      kind: 'scheduled_messages/update',
      id: 5,
      scheduled_message: {
        ...single[0]!,
        scheduled_message_id: 100,
        content: 'By itself',
        scheduled_delivery_timestamp:
          account.state!.scheduled_messages![1]!.scheduled_delivery_timestamp,
      },
    });
    await row(/Recurring, 3 scheduled/).click();
    await expect.element(page.getByText('Edited separately')).toBeVisible();
    await button('Edit all').click();
    await page.getByRole('textbox', { name: 'Message' }).fill('The green one');
    await expect
      .element(page.getByRole('checkbox', { name: /Also update the one/ }))
      .not.toBeChecked();
    await button('Save').click();
    await expect.element(page.getByText('2 messages updated').first()).toBeVisible();
    // The first message was moved to a full minute when the recurring message was created.
    expect(calls('updateScheduledMessage')).toHaveLength(3);
  });

  it('skips one, moves all, and stops', async () => {
    const { calls } = await withSeries();
    await row(/Recurring, 3 scheduled/).click();
    await page
      .getByRole('button', { name: /^Skip / })
      .nth(1)
      .click();
    await expect.element(row(/Recurring, 2 scheduled/)).toBeVisible();
    expect(calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 100 }]);
    await button('Move all earlier or later').click();
    await page.getByRole('menuitem', { name: '1 hour later' }).click();
    await expect.element(page.getByText('Recurring message rescheduled').first()).toBeVisible();
    // The first message was moved to a full minute when the recurring message was created.
    expect(calls('updateScheduledMessage')).toHaveLength(3);
    await expect.element(page.getByText('Edited separately')).not.toBeInTheDocument();
    await button('Stop repeating').click();
    await expect.element(button('Resume').first()).toBeVisible();
  });

  it('is shown as messages with the same text if no rule is known', async () => {
    await setup([1, 2, 3].map((id) => scheduled(id, 'The same words')));
    await row(/3 with the same text/).click();
    await expect.element(page.getByText(/These messages have the same text/)).toBeVisible();
    await expect.element(button('Stop repeating')).not.toBeInTheDocument();
  });
});
