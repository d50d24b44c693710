import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/**
 * The other browsers for the smoke test, from Debian packages: Firefox, and WebKitGTK (Safari's
 * engine) with its driver.
 */

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} names */
function findCommand(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** @returns {string | undefined} */
export function findFirefox() {
  return findCommand('firefox-esr', 'firefox');
}

/**
 * The WebKit driver, the browser it controls and a virtual screen.
 * @returns {{ driver: string; browser: string; screen: string } | undefined}
 */
export function findWebKit() {
  const driver = findCommand('WebKitWebDriver');
  const screen = findCommand('Xvfb');
  const browser = libraries()
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(isExecutable);
  return driver && screen && browser ? { driver, browser, screen } : undefined;
}

/** Folders with WebKitGTK's programs, newest version first. */
function libraries() {
  const roots = [
    '/usr/lib',
    '/usr/libexec',
    ...listed('/usr/lib').filter((name) => /-linux-gnu/.test(name)),
  ];
  return roots
    .flatMap((root) => listed(root).filter((name) => /\/webkit2?gtk-/.test(name)))
    .reverse();
}

/** @param {string} folder */
function listed(folder) {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
