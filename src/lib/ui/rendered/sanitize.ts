import createDOMPurify from 'dompurify';
import { on } from 'svelte/events';
import {
  allowedUrl,
  allowedClasses,
  allowedStyle,
  allowedAttributes,
  ownFilePath,
  allowedSize,
  sizeAttributes,
  allowedTags,
  thumbnailName,
} from './allowed-html';
import { copyRendered } from './copy-rendered';
import { enhanceMessage } from './enhance-message';
import { loadedSanitizer } from './loaded-sanitizer';
import './rendered.css';
import type { RenderContext } from './render-context';

const purify = createDOMPurify(window);

purify.addHook('uponSanitizeAttribute', (element, data) => {
  if (data.attrName === 'class') {
    data.attrValue = allowedClasses(data.attrValue.split(/\s+/), element).join(' ');
    data.keepAttr = data.attrValue !== '';
  } else if (data.attrName === 'style') {
    data.attrValue = allowedStyle(data.attrValue, element);
    data.keepAttr = data.attrValue !== '';
  } else if (data.attrName === 'src' || data.attrName === 'data-original-src') {
    data.keepAttr = ownFilePath.test(data.attrValue);
  } else if (data.attrName === 'data-transcoded-image') {
    data.keepAttr = thumbnailName.test(data.attrValue);
  } else if (sizeAttributes.has(data.attrName)) {
    data.keepAttr = allowedSize.test(data.attrValue);
  }
});
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.hasAttribute('src')) return;
  if (element.nodeName === 'IMG' || element.nodeName === 'VIDEO') element.remove();
});

/**
 * Turns a server's HTML into nodes that can't run scripts, load from elsewhere or leave their place
 * on the page. Returns nodes, not text, so that exactly what was checked is shown, without a second
 * parser.
 */
export function sanitize(html: string, shown: RenderContext): DocumentFragment {
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOWED_URI_REGEXP: allowedUrl,
    // The other attributes contain no URLs; DOMPurify would only accept values that look like one.
    ADD_URI_SAFE_ATTR: allowedAttributes.filter((name) => name !== 'href' && name !== 'src'),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  enhanceMessage(fragment, shown);
  return fragment;
}

loadedSanitizer.pass = sanitize;

// Registered last, so that listeners with more context run first.
on(window, 'copy', (event) => copyRendered(event));
