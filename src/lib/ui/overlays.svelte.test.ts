import { createRawSnippet } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import { ServerSubmission } from '../client/submission/server-submission.svelte';
import ConfirmDialog from './ConfirmDialog.svelte';
import Menu from './Menu.svelte';
import type { TriggerProps } from './Popover.svelte';
import Toaster from './Toaster.svelte';
import { ToastQueue } from './toast-queue.svelte';
import { tooltip } from './tooltip';

describe('ConfirmDialog', () => {
  const props = { open: true, title: 'Stop?', description: 'It is final.', action: 'Stop it' };

  it('can be closed with Escape, and restores the focus', async () => {
    const opener = document.createElement('button');
    document.body.append(opener);
    opener.focus();
    const onconfirm = vi.fn();
    await render(ConfirmDialog, { ...props, onconfirm });
    await expect.element(page.getByRole('dialog', { name: 'Stop?' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(onconfirm).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });

  it('focuses the confirm button, or Cancel if the action can’t be undone', async () => {
    const { rerender } = await render(ConfirmDialog, { ...props, onconfirm: vi.fn() });
    await expect.element(page.getByRole('button', { name: 'Stop it' })).toHaveFocus();
    await rerender({ open: false });
    await rerender({ open: true, danger: true });
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('stays open with the reason when the action fails', async () => {
    await render(ConfirmDialog, {
      ...props,
      onconfirm: () => Promise.reject(new Error('no')),
      submission: new ServerSubmission(),
      request: { describe: () => 'The server said no.' },
    });
    await page.getByRole('button', { name: 'Stop it' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server said no.');
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });

  it('doesn’t pass its keys to the page behind', async () => {
    const outer = vi.fn();
    window.addEventListener('keydown', outer);
    await render(ConfirmDialog, { ...props, onconfirm: vi.fn() });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('d');
    expect(outer).not.toHaveBeenCalled();
    window.removeEventListener('keydown', outer);
  });
});

describe('Menu', () => {
  const trigger = createRawSnippet<[TriggerProps]>((given) => ({
    render: () => `<button type="button" popovertarget="${given().popovertarget}">More</button>`,
  }));

  async function setup() {
    const run = vi.fn();
    const items = [
      { id: 'open', title: 'Open', run: vi.fn() },
      { id: 'send', title: 'Send', enabled: false, run },
      { id: 'delete', title: 'Delete', run },
    ];
    await render(Menu, { label: 'Actions', items, trigger });
    return { run };
  }

  it('skips disabled items, runs, closes and restores the focus', async () => {
    const { run } = await setup();
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Open' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(run).toHaveBeenCalledOnce();
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  it('shows the button’s tooltip when the focus returns to it', async () => {
    const named = createRawSnippet<[TriggerProps]>((given) => ({
      render: () => `<button type="button" popovertarget="${given().popovertarget}">…</button>`,
      setup: (button) => tooltip('All that can be done')(button as HTMLElement) ?? undefined,
    }));
    const items = [{ id: 'open', title: 'Open', run: vi.fn() }];
    await render(Menu, { label: 'Actions', items, trigger: named });
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Open' })).toHaveFocus();
    await expect.element(page.getByText('All that can be done')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('All that can be done')).toBeVisible();
  });

  it('goes to an item by its first letter', async () => {
    await setup();
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Open' })).toHaveFocus();
    await userEvent.keyboard('d');
    await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
  });
});

describe('Toaster', () => {
  it('offers one action, once', async () => {
    const toasts = new ToastQueue();
    const run = vi.fn();
    await render(Toaster, { toasts });
    toasts.show({ text: 'Draft deleted', action: { label: 'Undo', run } });
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(run).toHaveBeenCalledOnce();
    await expect.element(page.getByRole('region')).not.toBeInTheDocument();
    expect(toasts.undo()).toBe(false);
  });

  it('restores the focus when the focused toast has gone', async () => {
    const opener = document.createElement('button');
    document.body.append(opener);
    const toasts = new ToastQueue();
    await render(Toaster, { toasts });
    for (const name of ['Undo', 'Dismiss']) {
      opener.focus();
      toasts.show({ text: 'Draft deleted', action: { label: 'Undo', run: vi.fn() } });
      const button = page.getByRole('button', { name });
      await expect.element(button).toBeVisible();
      (button.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('region')).not.toBeInTheDocument();
      await expect.poll(() => document.activeElement).toBe(opener);
    }
    opener.remove();
  });

  it('leaves the focus where the action has put it', async () => {
    const [opener, other] = [document.createElement('button'), document.createElement('button')];
    document.body.append(opener, other);
    const toasts = new ToastQueue();
    await render(Toaster, { toasts });
    opener.focus();
    toasts.show({ text: 'Draft deleted', action: { label: 'Undo', run: () => other.focus() } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByRole('region')).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(other);
    opener.remove();
    other.remove();
  });

  it('is reachable while a dialog is open, and stays when it closes', async () => {
    const toasts = new ToastQueue();
    const run = vi.fn();
    const action = { label: 'Undo', run };
    await render(Toaster, { toasts });
    toasts.show({ text: 'Draft deleted', action });
    const props = {
      open: true,
      title: 'Stop?',
      description: '',
      action: 'Stop it',
      onconfirm: run,
    };
    const { rerender } = await render(ConfirmDialog, props);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(run).toHaveBeenCalledOnce();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    toasts.show({ text: 'Draft sent', action });
    await expect.element(page.getByText('Draft sent').last()).toBeVisible();
    await rerender({ open: false });
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('survives a dialog that is removed', async () => {
    const toasts = new ToastQueue();
    await render(Toaster, { toasts });
    const props = { open: true, title: 'Stop?', description: '', action: 'Stop it' };
    const { unmount } = await render(ConfirmDialog, { ...props, onconfirm: vi.fn() });
    toasts.show({ text: 'Draft sent' });
    await unmount();
    await expect.element(page.getByRole('region')).toHaveTextContent('Draft sent');
  });

  it('replaces a toast with the same key', async () => {
    const toasts = new ToastQueue();
    await render(Toaster, { toasts });
    toasts.show({ key: 'deleted', text: '1 draft deleted' });
    toasts.show({ key: 'deleted', text: '2 drafts deleted' });
    const region = page.getByRole('region');
    await expect.element(region).toHaveTextContent('2 drafts deleted');
    await expect.element(region).not.toHaveTextContent('1 draft deleted');
  });

  it('is read out again when the same happens again', async () => {
    const toasts = new ToastQueue();
    await render(Toaster, { toasts });
    const said = document.querySelector('[aria-live]')!;
    const changes = vi.fn();
    const observer = new MutationObserver(changes);
    observer.observe(said, { childList: true, characterData: true, subtree: true });
    onTestFinished(() => observer.disconnect());
    for (const times of [1, 2]) {
      toasts.show({ key: 'deleted', text: '1 draft deleted' });
      await expect.poll(() => changes.mock.calls.length).toBe(times);
      expect(said.textContent).toBe('1 draft deleted');
    }
  });

  it('stays while the pointer or the focus is on it, then disappears', () => {
    vi.useFakeTimers();
    const toasts = new ToastQueue();
    toasts.show({ text: 'Saved' });
    vi.advanceTimersByTime(6000);
    toasts.hold(true);
    vi.advanceTimersByTime(60_000);
    expect(toasts.all).toHaveLength(1);
    toasts.hold(false);
    vi.advanceTimersByTime(3900);
    expect(toasts.all).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(toasts.all).toHaveLength(0);
    vi.useRealTimers();
  });
});
