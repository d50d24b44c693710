/** Of whoever reads. */
export interface Shown {
  readonly locale: string;
  /** IANA name; the device's where it is not given. */
  readonly timeZone?: string | undefined;
  /** The language's custom where it is not given. */
  readonly twentyFourHour?: boolean | undefined;
  /** Mentions of this account stand out. */
  readonly ownUserId?: number | undefined;
  /** The page of this app for a link's fragment (`#narrow/…`); undefined: there is none. */
  readonly placeOf?: ((fragment: string) => string | undefined) | undefined;
  /** Where other links to conversations lead; no page shows them where it is not given. */
  readonly conversationsUrl?: string | undefined;
  /** Shows a picture large, with those around it; else it opens as any link does. */
  readonly onpicture?: ((picture: HTMLAnchorElement) => void) | undefined;
}
