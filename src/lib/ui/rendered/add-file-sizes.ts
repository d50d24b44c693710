import { m } from '$lib/paraglide/messages';
import { formatFileSize } from '../format-file-size';
import { isUpload } from './file-name';
import type { RenderContext } from './render-context';

/**
 * Shows the size behind links to uploaded files once they are visible, in space reserved
 * beforehand.
 */
export function addFileSizes(fragment: DocumentFragment, { sizeOf }: RenderContext): void {
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (!isUpload(href) || link.matches('.picture-frame, figcaption a')) continue;
    link.classList.add('file');
    if (!sizeOf) continue;
    const size = document.createElement('span');
    size.className = 'file-size';
    link.after(size);
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void sizeOf(href).then((bytes) => {
        // The size is unknown, so remove the reserved space.
        if (bytes === null) size.remove();
        else if (bytes === 'gone') size.textContent = m.rendered_file_gone();
        else size.textContent = m.rendered_file_size({ size: formatFileSize(bytes) });
      });
    });
    observer.observe(link);
  }
}
