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
 * The commit that the current work is based on: where this branch left main, or otherwise HEAD.
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
 * Paths of files that differ from a commit, including uncommitted changes.
 * @param {string} commit
 */
export function changedFiles(commit) {
  return [...git('diff', '--name-only', commit), ...newFiles()];
}

function newFiles() {
  return git('ls-files', '--others', '--exclude-standard');
}
