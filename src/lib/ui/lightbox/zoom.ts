/**
 * Position of an image on the stage. Scale 1 shows all of it; x and y are the offset between the
 * two centers in pixels.
 */
export interface ZoomView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

export const unzoomedView: ZoomView = { scale: 1, x: 0, y: 0 };
const maxZoom = 8;

/** The image's size fitted into the stage, never enlarged. */
export function fitSize(picture: PixelSize, stage: PixelSize): PixelSize {
  const scale = Math.min(1, stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Zooms while keeping the point (x, y) in place, measured from the center of the stage. */
export function zoomAt(view: ZoomView, factor: number, x: number, y: number): ZoomView {
  const scale = Math.min(maxZoom, Math.max(1, view.scale * factor));
  const by = scale / view.scale;
  return { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
}

/** Limits the offset so that the image can't be moved past its edge; centers it where it fits. */
export function clampView(view: ZoomView, picture: PixelSize, stage: PixelSize): ZoomView {
  const limit = (size: number, available: number) =>
    Math.max(0, (size * view.scale - available) / 2);
  const within = (at: number, most: number) => (most > 0 ? Math.min(most, Math.max(-most, at)) : 0);
  return {
    scale: view.scale,
    x: within(view.x, limit(picture.width, stage.width)),
    y: within(view.y, limit(picture.height, stage.height)),
  };
}
