/** A part of a topic, and whether it is what was searched for. */
export interface TopicPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** A topic as replies mark what was searched for in it: text with spans of class `highlight`. */
export function topicParts(html: string): readonly TopicPart[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].map((node) => ({
    text: node.textContent ?? '',
    isHit: node instanceof Element && node.matches('.highlight'),
  }));
}
