import type { Attachment } from 'svelte/attachments';

/** Runs `run` once, when the element is first visible or nearly so. */
export function onFirstVisible(run: () => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        run();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}
