import type { LucideProps } from '@lucide/svelte';
import type { Component } from 'svelte';

/** An icon of the set (`@lucide/svelte/icons/<name>`), drawn in the text colour. */
export type Icon = Component<LucideProps>;

/**
 * What all icons of the set are drawn by: `vite.config.ts` writes it into each.
 * @public
 */
export const drawnBy = ({ size = 24, strokeWidth = 2, ...rest }: LucideProps) => ({
  width: size,
  height: size,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': strokeWidth,
  'stroke-linecap': 'round' as const,
  'stroke-linejoin': 'round' as const,
  'aria-hidden': true,
  ...rest,
});
