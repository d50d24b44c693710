import type { LucideProps } from '@lucide/svelte';
import type { Component } from 'svelte';

/**
 * An icon of the set (`@lucide/svelte/icons/<name>`), drawn in the text colour. Of what it could be
 * given it takes `size`, `strokeWidth` and `class`: see `vite.config.ts`.
 */
export type IconComponent = Component<LucideProps>;
