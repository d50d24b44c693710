/** The style of all inputs and selects. */
const shared =
  'w-full min-w-0 rounded-md border px-2.5 text-base text-ellipsis text-text transition-colors duration-[120ms] focus:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-60';

export const controlClass = `${shared} border-line-strong bg-raised hover:border-muted`;

/** No border until focused, for fields whose icon shows what they are for. */
export const quietClass = `${shared} border-transparent bg-hover`;

/** Height of one-line controls. */
export const lineClass = 'h-8 touch:h-11';

/** Props that a `LabeledField` passes to the control inside it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}
