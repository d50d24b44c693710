import type { LucideProps } from '@lucide/svelte';
import type { Component } from 'svelte';

/**
 * An icon of the set (`@lucide/svelte/icons/<name>`), drawn in the text color. Only the props
 * `size`, `strokeWidth` and `class` work: see `vite.config.ts`.
 */
export type IconComponent = Component<LucideProps>;
