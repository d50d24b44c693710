import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  button,
  list,
  row,
  scheduled,
  setup,
  some,
  underKeys,
} from '../../../../tests/support/ui/scheduled-page.svelte';

describe('a restored scheduled message', () => {
  it('is the active row', async () => {
    const { account, calls } = await setup([...some, scheduled(3, 'The last one')]);
    list().focus();
    await userEvent.keyboard('{ArrowDown}{Backspace}');
    await expect.element(row(/Grace alone/)).not.toBeInTheDocument();
    await button('Undo').click();
    await expect.poll(() => calls('createScheduledMessage')).toHaveLength(1);
    // A row that the server doesn't have yet would be removed immediately, without a call.
    const ids = () => account.state?.scheduled_messages?.map((one) => one.scheduled_message_id);
    await expect.poll(ids).toContain(50);
    await expect.poll(underKeys).toContain('Grace alone');
    await userEvent.keyboard('{Backspace}');
    await expect
      .poll(() => calls('deleteScheduledMessage'))
      .toEqual([{ scheduled_message_id: 2 }, { scheduled_message_id: 50 }]);
  });

  it('isn’t the active row until it has a server id', async () => {
    const reply = Promise.withResolvers<{ scheduled_message_id: number }>();
    await setup([...some, scheduled(3, 'The last one')], {
      createScheduledMessage: () => reply.promise,
    });
    list().focus();
    await userEvent.keyboard('{ArrowDown}{Backspace}');
    await button('Undo').click();
    await expect.element(row(/Grace alone/)).toBeVisible();
    await expect.element(page.getByRole('listbox', { name: 'Scheduled' })).toHaveFocus();
    expect(underKeys()).toBe(undefined);
    reply.resolve({ scheduled_message_id: 50 });
    await expect.poll(underKeys).toContain('Grace alone');
  });
});
