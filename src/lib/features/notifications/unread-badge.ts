import type { UnreadCount } from '../../writing/unread/unread-count';

/** Higher counts are shown as "99+". */
const maxCount = 99;

const signOf = ({ count, some }: UnreadCount) =>
  count > maxCount ? `${maxCount}+` : count > 0 ? String(count) : some ? '•' : '';

/**
 * Shows the unread count in front of the page title and on the icon, even when the title changes.
 * `show` updates it, `stop` removes it.
 */
export function createUnreadBadge(): { show: (badge: UnreadCount) => void; stop: () => void } {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plain = link?.getAttribute('href') ?? '';
  let mark = '';
  let drawn = '';

  function title() {
    if (mark === '' || document.title.includes(mark)) return;
    document.title = mark + document.title;
  }

  const observer = new MutationObserver(title);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });

  function show(badge: UnreadCount) {
    const sign = signOf(badge);
    const next = sign && `(${sign}) `;
    if (next !== mark) {
      if (mark !== '') document.title = document.title.replace(mark, '');
      mark = next;
      title();
    }
    if (sign === drawn || !link) return;
    drawn = sign;
    if (sign === '') link.href = plain;
    else void withSign(plain, sign).then((href) => sign === drawn && href && (link.href = href));
  }

  return {
    show,
    stop() {
      observer.disconnect();
      show({ count: 0, some: false });
    },
  };
}

const size = 64;

/**
 * The icon with the text in its corner, as a data URL. Undefined if the icon can't be loaded or
 * drawn.
 */
async function withSign(href: string, sign: string): Promise<string | undefined> {
  const icon = new Image(size, size);
  icon.src = href;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const pen = canvas.getContext('2d');
  try {
    await icon.decode();
  } catch {
    return undefined;
  }
  if (!pen) return undefined;
  pen.drawImage(icon, 0, 0, size, size);
  const isDot = sign === '•';
  const radius = isDot ? 13 : 20;
  pen.beginPath();
  pen.arc(size - radius, size - radius, radius, 0, 2 * Math.PI);
  pen.fillStyle = '#c81e3a';
  pen.fill();
  if (!isDot) {
    pen.fillStyle = '#fff';
    pen.font = `700 ${sign.length > 2 ? 20 : 27}px sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(sign, size - radius, size - radius + 2, 2 * radius - 6);
  }
  return canvas.toDataURL('image/png');
}
