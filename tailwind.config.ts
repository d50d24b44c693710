import type { Config } from 'tailwindcss';

/**
 * Tokens only: Tailwind 4 scans sources from `src/app.css`, where CSS variables hold the values. Font
 * sizes are in rem (14 px for the interface, 15 px for messages by default), so they follow the browser's
 * font size. Messages also follow the account's settings for text size and line height.
 */
const colour = (name: string) => `var(--ink-${name})`;

export default {
  theme: {
    extend: {
      colors: {
        surface: colour('surface'),
        raised: colour('raised'),
        sunken: colour('sunken'),
        /** Laid over any of the three above, under the pointer. */
        hover: colour('hover'),
        /** For dividers. `line-strong` is for the border of a control (contrast 3:1). */
        line: colour('line'),
        'line-strong': colour('line-strong'),
        text: colour('text'),
        muted: colour('muted'),
        /** The only accent: fills, links, focus. `accent-text` is for text on it. */
        accent: colour('accent'),
        'accent-strong': colour('accent-strong'),
        'accent-text': colour('accent-text'),
        'accent-soft': colour('accent-soft'),
        danger: colour('danger'),
        'danger-strong': colour('danger-strong'),
        'danger-text': colour('danger-text'),
        'danger-soft': colour('danger-soft'),
        warning: colour('warning'),
        'warning-soft': colour('warning-soft'),
        success: colour('success'),
        'success-soft': colour('success-soft'),
        /** Dims the page behind a dialog. */
        scrim: colour('scrim'),
      },
      borderRadius: { md: '6px', lg: '10px' },
      boxShadow: { float: 'var(--ink-shadow-float)' },
      fontFamily: { sans: 'var(--ink-font-sans)', mono: 'var(--ink-font-mono)' },
      fontSize: {
        tiny: ['0.6875rem', '0.875rem'],
        small: ['0.75rem', '1rem'],
        base: ['0.875rem', '1.25rem'],
        reading: ['calc(0.9375rem * var(--ink-text-scale))', 'calc(1.5 * var(--ink-line-scale))'],
        title: ['1.125rem', '1.5rem'],
        display: ['1.5rem', '2rem'],
      },
      transitionDuration: { DEFAULT: '140ms' },
    },
  },
} satisfies Config;
