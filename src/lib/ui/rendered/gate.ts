import createDOMPurify from 'dompurify';
import { on } from 'svelte/events';
import {
  address,
  allowedClasses,
  allowedStyle,
  attributes,
  ownFile,
  plainSize,
  sizes,
  tags,
  thumbnailName,
} from './allowed';
import { copyRendered } from './copied';
import { enhance } from './enhance';
import { ready } from './ready';
import './rendered.css';
import type { Shown } from './shown';

const purify = createDOMPurify(window);

purify.addHook('uponSanitizeAttribute', (element, data) => {
  if (data.attrName === 'class') {
    data.attrValue = allowedClasses(data.attrValue.split(/\s+/), element).join(' ');
    data.keepAttr = data.attrValue !== '';
  } else if (data.attrName === 'style') {
    data.attrValue = allowedStyle(data.attrValue, element);
    data.keepAttr = data.attrValue !== '';
  } else if (data.attrName === 'src' || data.attrName === 'data-original-src') {
    data.keepAttr = ownFile.test(data.attrValue);
  } else if (data.attrName === 'data-transcoded-image') {
    data.keepAttr = thumbnailName.test(data.attrValue);
  } else if (sizes.has(data.attrName)) {
    data.keepAttr = plainSize.test(data.attrValue);
  }
});
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.hasAttribute('src')) return;
  if (element.nodeName === 'IMG' || element.nodeName === 'VIDEO') element.remove();
});

/**
 * A server's HTML as nodes that cannot script, reach elsewhere or leave their place on the page.
 * Nodes, not text: what was checked is what is shown, no second parser reads it.
 */
export function pass(html: string, shown: Shown): DocumentFragment {
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOWED_URI_REGEXP: address,
    // The rest hold no addresses; they would have to look like one.
    ADD_URI_SAFE_ATTR: attributes.filter((name) => name !== 'href' && name !== 'src'),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  enhance(fragment, shown);
  return fragment;
}

ready.pass = pass;

// After those who know more of what is copied.
on(window, 'copy', (event) => copyRendered(event));
