import { parseTemplate } from 'url-template';
import { templateVariables } from '../../../api/url-template';
import { invalidValues } from '../failure';

interface PlaygroundParams {
  readonly pygments_language: string;
  readonly url_template: string;
}

const webPage = /^https?:\/\/[^/\s]/i;

/** Throws 400 unless the result is a web page's URL for any code. */
export function checkPlayground({ pygments_language, url_template }: PlaygroundParams): void {
  if (!/^[\w +,\-./#]+$/.test(pygments_language)) {
    throw invalidValues('pygments_language', 'Invalid characters in pygments language');
  }
  const variables = templateVariables(url_template);
  if (!variables) throw invalidValues('url_template', 'Invalid URL template.');
  if (variables.length !== 1 || variables[0] !== 'code') {
    throw invalidValues('url_template', 'The URL template needs exactly one variable, "code".');
  }
  if (!webPage.test(parseTemplate(url_template).expand({ code: 'x' }))) {
    throw invalidValues(
      'url_template',
      'The URL template must lead to a web page (http or https).',
    );
  }
}
