import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];

/** Flags that keep Chromium working as root in a container and off the network. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Playwright's own Chromium, else the system's. Undefined when there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  return [chromium.executablePath(), ...onPath(systemNames)].find(isExecutable);
}

/** Chromium without windows, tabs and menus: Playwright's own, which it finds by itself, or the system's. */
export function hasHeadlessShell() {
  return isExecutable(chromium.executablePath()) || findSystemShell() !== undefined;
}

/**
 * With what tests launch Chromium: its shell where there is one, as the whole browser takes a third
 * more of the processor for the same.
 * @returns {{ args: string[]; executablePath?: string }}
 */
export function headlessChromium() {
  const isOwn = isExecutable(chromium.executablePath());
  const executablePath = isOwn ? undefined : (findSystemShell() ?? findChromium());
  // A process less to talk to: a tenth less of the processor for the same pages. Benches go without.
  const args = [...chromiumArgs, '--in-process-gpu'];
  return { args, ...(executablePath && { executablePath }) };
}

function findSystemShell() {
  return onPath(shellNames).find(isExecutable);
}

/** @param {string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
