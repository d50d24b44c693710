import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import ChevronRight from '@lucide/svelte/icons/chevron-right';
import ExternalLink from '@lucide/svelte/icons/external-link';
import Forward from '@lucide/svelte/icons/forward';
import LogOut from '@lucide/svelte/icons/log-out';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import Reply from '@lucide/svelte/icons/reply';
import Send from '@lucide/svelte/icons/send-horizontal';
import Undo from '@lucide/svelte/icons/undo-2';
import { expect, it, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import type { IconComponent } from './icon';

const scaleOf = async (icon: IconComponent, more: { class?: string } = {}) => {
  const { container } = await render(icon, more);
  return getComputedStyle(container.querySelector('svg')!).scale;
};
const pointing = { ArrowLeft, ChevronRight, ExternalLink, Forward, LogOut, PanelLeft, Reply, Send };

it.each(Object.entries(pointing))('mirrors %s in right-to-left layouts', async (_, icon) => {
  expect(await scaleOf(icon)).toBe('none');
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  expect(await scaleOf(icon)).toBe('-1 1');
});

it('doesn’t mirror icons for going back in time or pointing down', async () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  expect(await scaleOf(Undo)).toBe('none');
  expect(await scaleOf(ChevronRight, { class: 'rotate-90' })).toBe('none');
});
