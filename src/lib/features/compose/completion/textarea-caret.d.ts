declare module 'textarea-caret' {
  interface Caret {
    readonly top: number;
    readonly left: number;
    readonly height: number;
  }
  /** Pixels from the field's top left corner, regardless of scrolling. */
  export default function getCaretCoordinates(field: HTMLTextAreaElement, at: number): Caret;
}
