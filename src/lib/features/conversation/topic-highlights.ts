/** Part of a topic, and whether it matches the search. */
export interface TopicPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** Splits a topic at the matches that the server marks with spans of class `highlight`. */
export function topicParts(html: string): readonly TopicPart[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].map((node) => ({
    text: node.textContent ?? '',
    isHit: node instanceof Element && node.matches('.highlight'),
  }));
}
