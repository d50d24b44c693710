import { execFileSync } from 'node:child_process';
import { root } from './prepare.js';

/** @param {string[]} parameters */
function git(...parameters) {
  const output = execFileSync('git', parameters, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.split('\n').filter(Boolean);
}

/**
 * The commit that work began with: where this branch left main, or else the last one.
 * @returns {string}
 */
export function commitBefore() {
  try {
    return git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD';
  } catch {
    return 'HEAD';
  }
}

/**
 * Paths of what differs from a commit, whether it is committed or not.
 * @param {string} commit
 */
export function changedFiles(commit) {
  return [...git('diff', '--name-only', commit), ...newFiles()];
}

function newFiles() {
  return git('ls-files', '--others', '--exclude-standard');
}
