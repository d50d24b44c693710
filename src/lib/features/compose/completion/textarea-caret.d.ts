declare module 'textarea-caret' {
  interface Caret {
    readonly top: number;
    readonly left: number;
    readonly height: number;
  }
  /** Pixels from the field's own top left corner, whatever is scrolled. */
  export default function getCaretCoordinates(field: HTMLTextAreaElement, at: number): Caret;
}
