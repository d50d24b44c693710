import type { Config } from 'tailwindcss';

/** Tokens only: Tailwind 4 scans sources from `src/app.css`. Values live in CSS variables there. */
const colour = (name: string) => `var(--color-${name})`;

export default {
  theme: {
    extend: {
      colors: {
        surface: colour('surface'),
        raised: colour('raised'),
        sunken: colour('sunken'),
        line: colour('line'),
        text: colour('text'),
        muted: colour('muted'),
        accent: colour('accent'),
        'accent-text': colour('accent-text'),
        'accent-soft': colour('accent-soft'),
        danger: colour('danger'),
        'danger-soft': colour('danger-soft'),
        warning: colour('warning'),
        'warning-soft': colour('warning-soft'),
        success: colour('success'),
        'success-soft': colour('success-soft'),
      },
      borderRadius: { md: '6px', lg: '10px' },
      boxShadow: { float: 'var(--shadow-float)' },
      fontFamily: { sans: 'var(--font-sans)', mono: 'var(--font-mono)' },
      fontSize: {
        small: ['12px', '16px'],
        base: ['14px', '20px'],
        reading: ['15px', '22.5px'],
        title: ['18px', '24px'],
        display: ['24px', '32px'],
      },
      transitionDuration: { DEFAULT: '140ms' },
    },
  },
} satisfies Config;
