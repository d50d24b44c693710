/** Of whoever reads. */
export interface RenderContext {
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
  /** Tells who somebody is who is mentioned. */
  readonly onperson?: ((user_id: number, beside: HTMLElement) => void) | undefined;
  /** Tells who is in a group that is mentioned. */
  readonly ongroup?: ((group_id: number, beside: HTMLElement) => void) | undefined;
  /** Shows a picture large, with those around it; else it opens as any link does. */
  readonly onpicture?: ((picture: HTMLAnchorElement) => void) | undefined;
  /** Copies code; there is no way to where it is not given. */
  readonly oncopy?: ((text: string) => void) | undefined;
  /** Changes whether lines of code are wrapped, everywhere. */
  readonly onwrap?: (() => void) | undefined;
  /** Where code of a language can be run. */
  readonly playgroundsOf?:
    | ((language: string) => readonly { readonly name: string; readonly url_template: string }[])
    | undefined;
  /** Bytes of an uploaded file, by its address; null where that can't be told. `gone`: there is none. */
  readonly sizeOf?: ((address: string) => Promise<number | 'gone' | null>) | undefined;
}
