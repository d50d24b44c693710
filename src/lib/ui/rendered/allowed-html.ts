/** HTML allowed in a message; everything else is dropped, but its text is kept. */
const blocks = 'p br hr div blockquote pre ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td';
const inline = 'a span strong em b i del code img video audio time';
/** KaTeX formulas: MathML for screen readers, HTML and SVG lines for display. */
const formulas =
  'math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot ' +
  'mover munder munderover mmultiscripts mprescripts mtable mtr mtd mstyle mpadded mphantom ' +
  'menclose svg path line';

export const allowedTags = [blocks, inline, formulas].join(' ').split(' ');

export const allowedAttributes = (
  'href title class style src alt role aria-label aria-hidden datetime start ' +
  'data-user-id data-user-group-id data-stream-id data-code-language ' +
  'data-original-dimensions data-original-src data-original-url data-original-content-type ' +
  'data-transcoded-image xmlns display encoding mathvariant stretchy separator fence accent ' +
  'accentunder lspace rspace linethickness columnalign rowspacing columnspacing columnlines ' +
  'rowlines frame scriptlevel displaystyle mathcolor mathbackground minsize maxsize symmetric ' +
  'width height depth voffset notation viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width'
).split(' ');

/**
 * Classes in Zulip's message HTML. Any other could be one of the app's own, for example `fixed`.
 */
const words = new Set(
  (
    'user-mention user-group-mention channel-wildcard-mention topic-mention silent stream ' +
    'stream-topic message-link emoji codehilite message_inline_image message_inline_video ' +
    'youtube-video inline-image image-loading-placeholder message_embed message_embed_title ' +
    'message_embed_description spoiler-block spoiler-header spoiler-content timestamp-error tex-error highlight katex katex-display'
  ).split(' '),
);
const emojiCode = /^emoji-[\da-f]{4,6}(?:-[\da-f]{4,6}){0,9}$/;
const codeToken = /^[a-z]{1,2}[a-z\d]?$/;
/** Classes that KaTeX's style sheet uses. */
const formulaWords = new Set(
  (
    'accent accent-body accent-full amsrm angl anglpad arraycolsep base boldsymbol boxpad ' +
    'brace-center brace-left brace-right cancel-lap cancel-pad cd-arrow-pad cd-label-left ' +
    'cd-label-right cd-vert-arrow clap col-align-c col-align-l col-align-r com delim-size1 ' +
    'delim-size4 delimcenter delimsizing eqn-num fbox fcolorbox fix fleqn fontsize-ensurer ' +
    'frac-line halfarrow-left halfarrow-right hbox hdashline hide-tail hline inner katex ' +
    'katex-display katex-html katex-mathml large-op leqno llap mainrm mathbb mathbf ' +
    'mathboldfrak mathboldsf mathcal mathfrak mathit mathitsf mathnormal mathrm mathscr mathsf ' +
    'mathsfit mathtt mbin mclose mfrac minner mml-eqn-num mop mopen mord mover mpunct mrel ' +
    'mspace msupsub mtable mtight mtr-glue mult munder newline nulldelimiter op-limits ' +
    'op-symbol overlay overline overline-line pstrut rlap root rule sizing small-op smash sout ' +
    'sqrt stretchy strut svg-align tag text textbb textbf textboldfrak textboldsf textfrak ' +
    'textit textitsf textrm textscr textsf texttt thinbox underline underline-line vbox ' +
    'vertical-separator vlist vlist-r vlist-s vlist-t vlist-t2 x-arrow x-arrow-pad'
  ).split(' '),
);
const formulaSize = /^(?:reset-)?size\d{1,2}$/;

export function allowedClasses(names: Iterable<string>, element: Element): string[] {
  const isCode = element.closest('.codehilite') !== null;
  const isFormula = element.closest('.katex') !== null;
  return [...names].filter(
    (name) =>
      words.has(name) ||
      emojiCode.test(name) ||
      (isCode && codeToken.test(name)) ||
      (isFormula && (formulaWords.has(name) || formulaSize.test(name))),
  );
}

const lengths = new Set(
  (
    'height width min-width vertical-align top left margin-left margin-right margin-top ' +
    'padding-left padding-right border-bottom-width border-top-width border-right-width ' +
    'border-right-style border-left-width border-width border-color color background-color'
  ).split(' '),
);
/** Lengths have at most two digits: a formula is part of a text, not a page. */
const plainValue =
  /^(?:-?\d{0,2}(?:\.\d{1,9})?(?:em|ex|mu|pt|px|%)?|100%|#[\da-f]{3,8}|[a-z]{1,20})$/;

/** Sizes and colors inside formulas, and the alignment of table cells. */
export function allowedStyle(style: string, element: Element): string {
  const isFormula = element.closest('.katex') !== null;
  const isCell = element.matches('th, td');
  return style
    .split(';')
    .map((rule) => rule.split(':', 2).map((part) => part.trim().toLowerCase()))
    .filter(([name = '', value = '']) => {
      if (isCell) return name === 'text-align' && /^(?:left|center|right)$/.test(value);
      if (!isFormula) return false;
      return name === 'position'
        ? value === 'relative'
        : lengths.has(name) && plainValue.test(value);
    })
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}

export const sizeAttributes = new Set(
  'width height depth voffset minsize maxsize lspace rspace'.split(' '),
);
/** At most two digits, except for KaTeX's SVG lines, which are drawn long and clipped. */
export const allowedSize =
  /^(?:[+-]?\d{0,2}(?:\.\d{1,20})?(?:em|ex|mu|pt|px)?|\d{1,3}(?:\.\d{1,20})?%|400em|[a-z]{1,20})$/;

/** Paths of this server and the allowed URL schemes of links. */
export const allowedUrl = /^(?:https?:\/\/|(?:mailto|sms|tel):|#|\/(?![/\\]))/i;
/**
 * Images and audio are loaded from this server only: another one would learn who reads the message.
 */
export const ownFilePath = /^\/(?:user_uploads|user_avatars|external_content|static)\/(?!.*\.\.)/;

/** File name of a thumbnail, for example `1920x1080.webp`. */
export const thumbnailName = /^\d{1,5}x\d{1,5}(?:-anim)?\.[a-z]{3,4}$/;

/** The URL if it is a web page; undefined for anything else that a server could send. */
export function webPageUrl(text: string): string | undefined {
  return /^https?:/i.test(text) && allowedUrl.test(text) ? text : undefined;
}
