import { parseTemplate } from 'url-template';
import { templateVariables } from '../../../api/url-template';
import type { ServiceContext } from '../context';
import { invalidValues } from '../failure';
import { isAllowedLink } from './links';
import { compilePattern, maxPatternInstructions } from './compile-linkifiers';

interface Given {
  readonly pattern: string;
  readonly url_template: string;
}

/** Throws 400 with `errors` for a pattern and a template that can't make links. */
export async function checkLinkifier(
  { service: { outsideTransaction: aside } }: ServiceContext,
  given: Given,
): Promise<void> {
  const { pattern, url_template } = given;
  const groups = await aside(`pattern\n${pattern}`, () => groupsOf(pattern));
  if (groups === null)
    throw invalidValues('pattern', 'The pattern is not a valid regular expression.');
  if (groups === 'costly')
    throw invalidValues('pattern', 'The pattern would take too long to look for.');
  const variables = templateVariables(url_template);
  if (!variables) throw invalidValues('url_template', 'Invalid URL template.');
  const unknown = variables.find((name) => !groups.includes(name));
  if (unknown !== undefined) {
    throw invalidValues(
      '__all__',
      `The pattern has no group "${unknown}", which the template names.`,
    );
  }
  const unused = groups.find((name) => !variables.includes(name));
  if (unused !== undefined) {
    throw invalidValues('__all__', `The URL template has no variable "${unused}" for that group.`);
  }
  const sample = Object.fromEntries(variables.map((name) => [name, 'x']));
  if (!isAllowedLink(parseTemplate(url_template).expand(sample))) {
    throw invalidValues(
      'url_template',
      'The URL template must begin as an address does (https://…).',
    );
  }
}

/** Names of the pattern's groups. Null if it isn't valid. */
async function groupsOf(pattern: string): Promise<string[] | null | 'costly'> {
  try {
    const compiled = await compilePattern(pattern);
    if (compiled.programSize() > maxPatternInstructions) return 'costly';
    return Object.keys(compiled.namedGroups());
  } catch {
    return null;
  }
}
