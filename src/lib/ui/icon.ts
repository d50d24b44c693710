import type { LucideProps } from '@lucide/svelte';
import type { Component } from 'svelte';

/** An icon of the set (`@lucide/svelte/icons/<name>`), drawn in the text colour. */
export type Icon = Component<LucideProps>;
