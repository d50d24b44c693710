/** Preferences and callbacks of the reader. */
export interface RenderContext {
  readonly locale: string;
  /** IANA name; the device's time zone by default. */
  readonly timeZone?: string | undefined;
  /** The locale's convention by default. */
  readonly twentyFourHour?: boolean | undefined;
  /** Highlights mentions of this account. */
  readonly ownUserId?: number | undefined;
  /** Path in this app for a link's fragment (`#narrow/…`); undefined if there is no page. */
  readonly placeOf?: ((fragment: string) => string | undefined) | undefined;
  /** Base URL for other links to conversations; without it they have no page. */
  readonly conversationsUrl?: string | undefined;
  /** Shows who a mentioned user is. */
  readonly onperson?: ((user_id: number, anchor: HTMLElement) => void) | undefined;
  /** Shows who is in a mentioned group. */
  readonly ongroup?: ((group_id: number, anchor: HTMLElement) => void) | undefined;
  /**
   * Opens an image in the lightbox with those around it; without it, the image opens like any link.
   */
  readonly onpicture?: ((picture: HTMLAnchorElement) => void) | undefined;
  /** Copies code; without it, there is no copy button. */
  readonly oncopy?: ((text: string) => void) | undefined;
  /** Toggles the wrapping of code lines, everywhere. */
  readonly onwrap?: (() => void) | undefined;
  /** Playgrounds where code of a language can be run. */
  readonly playgroundsOf?:
    | ((language: string) => readonly { readonly name: string; readonly url_template: string }[])
    | undefined;
  /**
   * Size in bytes of an uploaded file, by its URL; null if unknown, `gone` if the file doesn't
   * exist.
   */
  readonly sizeOf?: ((address: string) => Promise<number | 'gone' | null>) | undefined;
}
