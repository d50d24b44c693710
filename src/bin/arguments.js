const usage = 'Use --sample for a sample organization, --sample=large for one of 10,000 people.';

/**
 * @param {string[]} parameters
 * @returns {{ sample?: 'small' | 'large' }}
 */
export function readArguments(parameters) {
  /** @type {{ sample?: 'small' | 'large' }} */
  const read = {};
  for (const parameter of parameters) {
    if (parameter === '--sample' || parameter === '--sample=small') read.sample = 'small';
    else if (parameter === '--sample=large') read.sample = 'large';
    else throw new Error(`unknown argument ${parameter}. ${usage}`);
  }
  return read;
}
