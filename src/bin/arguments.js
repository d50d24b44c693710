const usage =
  'Use --sample for a sample organization, --sample=large for one of 10,000 people, --import=FILE ' +
  'to take over an archive, --export=FILE to write one.';

/**
 * @typedef {{
 *   sample?: 'small' | 'large';
 *   importFrom?: string;
 *   exportTo?: string;
 * }} Arguments
 */

/**
 * @param {string[]} parameters
 * @returns {Arguments}
 */
export function readArguments(parameters) {
  /** @type {Arguments} */
  const read = {};
  for (const parameter of parameters) {
    if (parameter === '--sample' || parameter === '--sample=small') read.sample = 'small';
    else if (parameter === '--sample=large') read.sample = 'large';
    else if (/^--import=./.test(parameter)) read.importFrom = valueOf(parameter);
    else if (/^--export=./.test(parameter)) read.exportTo = valueOf(parameter);
    else throw new Error(`unknown argument ${parameter}. ${usage}`);
  }
  if (read.sample && read.importFrom) {
    throw new Error('--sample and --import exclude each other: both need an empty data folder.');
  }
  return read;
}

/** @param {string} parameter */
function valueOf(parameter) {
  return parameter.slice(parameter.indexOf('=') + 1);
}
