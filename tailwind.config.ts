import type { Config } from 'tailwindcss';

/**
 * Tokens only: Tailwind 4 scans sources from `src/app.css`. Values live in CSS variables there. Type
 * is in rem (14 px interface, 15 px reading at the usual setting), so a reader's own size is kept;
 * what is read grows with the account's settings of text size and line height, too.
 */
const colour = (name: string) => `var(--ink-${name})`;

export default {
  theme: {
    extend: {
      colors: {
        surface: colour('surface'),
        raised: colour('raised'),
        sunken: colour('sunken'),
        /** A veil over any of the three above, for what the pointer is on. */
        hover: colour('hover'),
        /** Divides; `line-strong` draws the edge of a control (3:1). */
        line: colour('line'),
        'line-strong': colour('line-strong'),
        text: colour('text'),
        muted: colour('muted'),
        /** The one accent: fills, links, focus. `accent-text` is written on it. */
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
        /** What dims the page behind a dialog. */
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
