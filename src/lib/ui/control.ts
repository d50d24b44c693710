/** The look of everything one types or chooses in. */
export const controlClass =
  'w-full min-w-0 rounded-md border border-line-strong bg-raised px-2.5 text-base text-text transition-colors duration-[120ms] hover:border-muted focus:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-60';

/** Height of one-line controls. */
export const lineClass = 'h-8 touch:h-11';

/** What a `Field` hands to the control inside it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}
