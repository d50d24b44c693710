import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { findFirefox, findWebKit } from './engines.js';

/**
 * Installs missing browsers. Chromium is required; others that can't be installed are reported and
 * skipped.
 */
export async function provideBrowsers() {
  // Imports Playwright, which might have been installed just now.
  const { findChromium, hasHeadlessShell } = await import('./chromium.js');
  const wanted = [
    { name: 'Chromium', find: findChromium, packages: ['chromium'] },
    { name: 'headless shell', find: hasHeadlessShell, packages: ['chromium-headless-shell'] },
    { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
    { name: 'WebKit', find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
  ];
  const missing = wanted.filter(({ find }) => !find());
  const debian = spawnSync('apt-get', ['--version']).status === 0 && process.getuid?.() === 0;
  if (missing.length > 0 && debian) {
    aptGet('update');
    for (const { name, packages } of missing) {
      process.stdout.write(`Installing ${name}…\n`);
      aptGet('install', '-y', '--no-install-recommends', ...packages);
    }
  }
  if (!findChromium()) {
    throw new Error('no Chromium found. Run "npx playwright install --with-deps chromium".');
  }
  for (const { name, find, packages } of wanted) {
    if (find()) continue;
    process.stdout.write(`Left out: ${name} (needs Debian's ${packages.join(' and ')}).\n`);
  }
}

/** @param {string[]} args */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}
