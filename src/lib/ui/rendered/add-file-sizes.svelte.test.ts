import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import Lightbox from '../lightbox/Lightbox.svelte';
import { imagesAround } from '../lightbox/lightbox-image';
import RenderedHtml from '../RenderedHtml.svelte';

beforeAll(() => import('./sanitize'));

async function shown(html: string, onpicture?: (link: HTMLAnchorElement) => void) {
  const { container } = await render(RenderedHtml, { html, onpicture });
  const element = container.querySelector<HTMLElement>('.rendered')!;
  await expect.poll(() => element.getAttribute('aria-busy')).toBe('false');
  return element;
}

const preview = (name: string, more: string) =>
  `<div class="message_inline_image"><a href="/user_uploads/2/ab/${name}" title="${name}"><img ${more}></a></div>`;
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

describe('an image', () => {
  it.each([
    ['data-original-dimensions="1920x1080"', [341, 192]],
    ['data-original-dimensions="300x60"', [300, 60]],
    ['data-original-dimensions="10x10"', [48, 48]],
    ['', [256, 192]],
  ])(
    'reserves its space before it loads, and if it never does: %s',
    async (more, [width, height]) => {
      const element = await shown(preview('a.png', `src="/user_uploads/2/ab/none.png" ${more}`));
      const box = () => element.querySelector('a')!.getBoundingClientRect();
      const near = () => [Math.round(box().width), Math.round(box().height)];
      const before = near();
      expect(Math.abs(before[0]! - width!)).toBeLessThanOrEqual(1);
      expect(Math.abs(before[1]! - height!)).toBeLessThanOrEqual(1);
      element.querySelector('img')!.dispatchEvent(new Event('error'));
      await expect.element(page.getByText('Couldn’t load a.png')).toBeVisible();
      expect(near()).toEqual(before);
    },
  );

  it('of unknown size keeps the reserved space and its own shape', async () => {
    const small = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="24" height="16"/>')}`;
    const element = await shown(preview('a.png', 'src="/user_uploads/2/ab/a.png"'));
    const image = element.querySelector('img')!;
    image.src = small;
    await expect.poll(() => image.closest('.has-come')).not.toBeNull();
    const { width, height } = image.getBoundingClientRect();
    expect([width, height]).toEqual([24, 16]);
    const linkRect = element.querySelector('a')!.getBoundingClientRect();
    expect([Math.round(linkRect.width), Math.round(linkRect.height)]).toEqual([256, 192]);
  });

  it('is no wider than its text, in its own shape', async () => {
    const element = await shown(
      preview('a.png', 'src="/user_uploads/2/ab/a.png" data-original-dimensions="1280x384"'),
    );
    element.style.width = '320px';
    const { width, height } = element.querySelector('a')!.getBoundingClientRect();
    expect(Math.round(width)).toBe(320);
    expect(Math.round(height)).toBe(96);
  });

  it('shows a message while the server processes it', async () => {
    const element = await shown(
      preview(
        'a.png',
        'class="image-loading-placeholder" src="/static/images/loading/loader-black.svg" data-original-dimensions="200x100"',
      ),
    );
    expect(element.querySelector('img')).toBeNull();
    await expect.element(page.getByText('a.png is being processed')).toBeVisible();
  });

  it('inside text shows its alt text, and links to the file', async () => {
    let requestedLink: HTMLAnchorElement | undefined;
    const element = await shown(
      '<p>x <img alt="The plan" class="inline-image" data-original-dimensions="1050x700" data-original-content-type="image/heic" ' +
        'data-original-src="/user_uploads/2/ab/plan.heic" data-transcoded-image="1050x700.webp" src="/user_uploads/thumbnail/2/ab/plan.heic/840x560.webp"></p>',
      (link) => (requestedLink = link),
    );
    await page.getByRole('link', { name: 'The plan' }).click();
    expect(requestedLink).toBe(element.querySelector('a'));
    expect(imagesAround(requestedLink!)).toEqual({
      at: 0,
      pictures: [
        {
          name: 'The plan',
          thumbnail: '/user_uploads/thumbnail/2/ab/plan.heic/840x560.webp',
          shown: '/user_uploads/thumbnail/2/ab/plan.heic/1050x700.webp',
          original: '/user_uploads/2/ab/plan.heic',
          size: { width: 1050, height: 700 },
        },
      ],
    });
  });

  it('leaves no gap if it can’t be shown', async () => {
    const element = await shown(
      '<p><a href="https://evil.example/a.png">a</a></p><div class="message_inline_image"><a href="https://evil.example/a.png"><img src="https://evil.example/a.png"></a></div>',
    );
    expect(element.querySelector('.message_inline_image, img')).toBeNull();
  });
});

describe('video and audio', () => {
  it('play in place with the browser’s controls, and can be downloaded', async () => {
    const element = await shown(
      '<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/a/walk.mp4" title="walk.mp4"><video preload="auto" autoplay src="/user_uploads/2/a/walk.mp4"></video></a></div>' +
        '<p><audio controls preload="metadata" src="/user_uploads/2/a/song.mp3" title="song.mp3"></audio></p>',
    );
    const [video, audio] = element.querySelectorAll<HTMLMediaElement>('video, audio');
    expect(video!.closest('a')).toBeNull();
    expect([video!.controls, video!.autoplay, video!.preload]).toEqual([true, false, 'metadata']);
    expect([audio!.controls, audio!.preload]).toEqual([true, 'none']);
    await expect
      .element(page.getByRole('link', { name: 'walk.mp4' }))
      .toHaveAttribute('href', '/user_uploads/2/a/walk.mp4');
    const { width, height } = video!.getBoundingClientRect();
    expect(Math.round((width / height) * 9)).toBe(16);
  });

  it('also play if the server sent only a link', async () => {
    const element = await shown(
      '<p><a href="/user_uploads/2/a/walk.webm">walk</a>, <a href="/user_uploads/2/a/song.ogg">song</a> and <a href="https://evil.example/song.ogg">far</a></p>',
    );
    const players = [...element.querySelectorAll('video, audio')];
    expect(players.map((one) => one.getAttribute('src')).sort()).toEqual([
      '/user_uploads/2/a/song.ogg',
      '/user_uploads/2/a/walk.webm',
    ]);
    expect(element.querySelectorAll('a')).toHaveLength(3);
  });

  it('are links if they are on another server', async () => {
    const element = await shown(
      '<audio controls data-original-url="https://example.org/song.mp3" src="https://cdn.example.org/song.mp3" title="song"></audio>',
    );
    expect(element.querySelector('audio')).toBeNull();
    await expect
      .element(page.getByRole('link', { name: 'song' }))
      .toHaveAttribute('href', 'https://example.org/song.mp3');
  });
});

describe('a file', () => {
  it('shows its size once it is visible, without moving anything', async () => {
    const requests: string[] = [];
    let tell = (_bytes: number | null) => undefined as void;
    const { container } = await render(RenderedHtml, {
      html: '<p><a href="/user_uploads/2/a/plan.pdf">plan.pdf</a> and <a href="https://example.org/a.pdf">far</a></p>',
      sizeOf: (path: string) => {
        requests.push(path);
        return new Promise<number | null>((resolve) => (tell = resolve));
      },
    });
    await expect.poll(() => requests).toEqual(['/user_uploads/2/a/plan.pdf']);
    const far = () => container.querySelector('a[href^=http]')!.getBoundingClientRect().left;
    const before = far();
    tell(8_400_000);
    await expect.element(page.getByText('(8.4 MB)')).toBeVisible();
    expect(far()).toBe(before);
  });
});

describe('a file with a long name on a phone', () => {
  it('shows “deleted” if it is gone, and removes the reserved space if the size is unknown', async () => {
    const { container } = await render(RenderedHtml, {
      html: '<p>Look at <a href="/user_uploads/2/ab/a.png">this</a> castle, <a href="/user_uploads/2/ab/b.png">that</a> one.</p>',
      sizeOf: (path: string) => Promise.resolve(path.endsWith('a.png') ? 'gone' : null),
    });
    await expect.poll(() => container.querySelectorAll('.file-size')).toHaveLength(1);
    await expect.poll(() => container.textContent).toBe('Look at this(deleted) castle, that one.');
  });

  it('has its size behind it', async () => {
    const name = 'proof-of-the-autumn-atlas-second-edition-with-all-corrections.pdf';
    const { container } = await render(RenderedHtml, {
      html: `<p><a href="/user_uploads/2/a/plan.pdf">${name}</a></p>`,
      sizeOf: () => Promise.resolve(8_400_000),
    });
    container.style.width = '280px';
    await expect.element(page.getByText('(8.4 MB)')).toBeVisible();
    const link = container.querySelector('.file')!.getBoundingClientRect();
    const size = container.querySelector('.file-size')!.getBoundingClientRect();
    expect(size.left).toBeGreaterThanOrEqual(link.right);
    expect(size.right).toBeLessThanOrEqual(280);
    expect(size.bottom).toBeLessThanOrEqual(link.bottom);
  });
});

describe('the lightbox', () => {
  const picture = (name: string) => ({
    name,
    thumbnail: pixel,
    shown: pixel,
    original: `/user_uploads/2/ab/${name}`,
    size: { width: 4000, height: 1000 },
  });
  const heading = () => page.getByRole('heading', { level: 2 });
  const drawn = () => page.getByRole('dialog').getByRole('img').element().getBoundingClientRect();

  it('can be browsed, zoomed and closed by keyboard', async () => {
    let closed = 0;
    await render(Lightbox, {
      pictures: [picture('a.png'), picture('b.png'), picture('c.png')],
      at: 1,
      onclose: () => closed++,
    });
    await expect.element(heading()).toHaveTextContent('b.png');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(heading()).toHaveTextContent('c.png');
    await userEvent.keyboard('{ArrowRight}{Home}');
    await expect.element(heading()).toHaveTextContent('a.png');
    await expect.element(page.getByText('1 of 3')).toBeVisible();
    await expect.poll(() => drawn().width).toBeGreaterThan(100);
    const before = drawn();
    await userEvent.keyboard('++');
    expect(drawn().width / before.width).toBeCloseTo(2.25);
    const { left } = drawn();
    // It is larger than the stage, so the arrow keys move it instead of showing the next image.
    await userEvent.keyboard('{ArrowRight}');
    expect(drawn().left).toBe(left - 80);
    await expect.element(heading()).toHaveTextContent('a.png');
    await userEvent.keyboard('0');
    expect(drawn().width).toBeCloseTo(before.width);
    await userEvent.keyboard('{Escape}');
    expect(closed).toBe(1);
  });

  it('returns the focus to where it was', async () => {
    const before = document.createElement('button');
    document.body.append(before);
    onTestFinished(() => before.remove());
    before.focus();
    const { unmount } = await render(Lightbox, {
      pictures: [picture('a.png')],
      at: 0,
      onclose: () => void unmount(),
    });
    await expect.element(heading()).toHaveTextContent('a.png');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(document.activeElement).toBe(before);
  });

  it('offers the uploaded original to open and download', async () => {
    await render(Lightbox, { pictures: [picture('a.png')], at: 0, onclose: () => undefined });
    const download = page.getByRole('link', { name: 'Download' });
    await expect.element(download).toHaveAttribute('download', 'a.png');
    await expect.element(download).toHaveAttribute('href', '/user_uploads/2/ab/a.png');
    await expect
      .element(page.getByRole('link', { name: 'Open original' }))
      .toHaveAttribute('target', '_blank');
  });
});
