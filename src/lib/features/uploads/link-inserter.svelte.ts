import { flushSync } from 'svelte';
import { insertAtOffset, rewriteText, type OpenComposeBox } from './open-compose-box';
import type { UploadDraftsPort } from './drafts-port';
import type { UploadJob } from './engine/upload-job';
import { fileLinkMarkdown, fileLinksOf } from './file-links';
import { spacedInsertion, resolveAnchor } from './engine/text-anchor';

/**
 * Inserts links into drafts. If the draft's compose box is on screen, the link is inserted there as
 * if typed.
 */
export class LinkInserter {
  /** The compose box on screen, if any. */
  box: OpenComposeBox | null = null;
  /** Finished jobs whose link is in the draft but not stored yet. */
  #placing = $state.raw<readonly UploadJob[]>([]);
  #isComposing = false;
  #afterComposing: (() => void)[] = [];

  constructor(
    private readonly drafts: UploadDraftsPort,
    /** The jobs of a draft in the order they were added. */
    private readonly of: (draft: string) => readonly UploadJob[],
    /** The link is stored. */
    private readonly placed: (id: string) => void,
  ) {}

  start(signal: AbortSignal): void {
    document.addEventListener('compositionstart', () => (this.#isComposing = true), { signal });
    document.addEventListener('compositionend', () => this.#composed(), { signal });
  }

  /** Sets the text of the draft. The user can undo it in the compose box, except on phones. */
  setText(draft: string, content: string): void {
    const { drafts, box } = this;
    const area = box?.key === draft ? box.area() : undefined;
    const isShown = area?.value === drafts.get(draft)?.body.content;
    if (area && isShown && rewriteText(area, content)) return;
    flushSync(() => drafts.edit(draft, content));
  }

  /** Not on phones, where it would open the keyboard. */
  focusText(draft: string): void {
    if (this.box?.key === draft && matchMedia('(pointer: fine)').matches) this.box.area()?.focus();
  }

  /** Inserts the link of a finished file into its draft, undoable in its compose box. */
  insertLink(job: UploadJob): void {
    if (this.#isComposing && this.box?.key === job.draft) {
      this.#afterComposing.push(() => this.insertLink(job));
      return;
    }
    const { drafts, box } = this;
    const view = drafts.get(job.draft);
    const text = view?.body.content ?? '';
    if (job.url !== null && !text.includes(job.url)) {
      const link = fileLinkMarkdown(job.filename ?? job.name, job.url);
      const piece = spacedInsertion(text, this.#placeFor(job, text), link);
      const area = box?.key === job.draft ? box.area() : undefined;
      const isInserted = area?.value === text && insertAtOffset(area, piece.at, piece.text);
      if (!isInserted) {
        // A draft without text is not stored, so its recipient is lost.
        if (!view) drafts.setRecipient(job.draft, job.recipient);
        drafts.edit(job.draft, text.slice(0, piece.at) + piece.text + text.slice(piece.at));
        if (box?.key !== job.draft) {
          drafts.blur(job.draft);
          drafts.leave(job.draft);
        }
      }
    }
    this.#placing = [...this.#placing, job];
  }

  /** After the links of files added earlier at the same place, so that they keep their order. */
  #placeFor(job: UploadJob, text: string): number {
    const own = this.of(job.draft);
    const earlier = own.slice(
      0,
      own.findIndex(({ id }) => id === job.id),
    );
    const urls = earlier
      .filter(
        ({ anchor }) => anchor.offset === job.anchor.offset && anchor.text === job.anchor.text,
      )
      .map(({ url }) => url);
    const ends = fileLinksOf(text).flatMap(({ url, end }) => (urls.includes(url) ? [end] : []));
    return Math.max(resolveAnchor(job.anchor, text), ...ends);
  }

  /** A job is over once the draft with its link is stored. */
  settle(): void {
    const isSafe = (job: UploadJob) =>
      this.drafts.storage !== 'ok' || this.drafts.get(job.draft)?.sync !== 'unsaved';
    const safe = this.#placing.filter(isSafe);
    if (safe.length === 0) return;
    this.#placing = this.#placing.filter((job) => !safe.includes(job));
    for (const { id } of safe) this.placed(id);
  }

  #composed(): void {
    this.#isComposing = false;
    // The box handles the composed text first.
    setTimeout(() => {
      for (const place of this.#afterComposing.splice(0)) place();
    });
  }
}
