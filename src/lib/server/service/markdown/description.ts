import { render } from './render';
import { noReferences, type References } from './state';

/**
 * A channel's description as it is shown. It links the channels that it names, of those in `known`:
 * only such as all its readers may know.
 */
export function renderDescription(description: string, known: References['streams']): string {
  return render(description, { ...noReferences, streams: known }).html;
}
