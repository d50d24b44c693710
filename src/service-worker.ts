/// <reference types="@sveltejs/kit" />
/// <reference lib="webworker" />
import { build, files, version } from '$service-worker';

/**
 * Starts the app without the server: keeps this build's files and the page that loads them. Data
 * never passes through here: `/json`, `/session` and the API go straight to the network.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

const prefix = 'inkwell-shell-';
const cacheName = prefix + version;
/** Files whose names change with what is in them. */
const immutable = '/_app/immutable/';
/** Every page of the app starts from the same document. */
const shell = '/drafts';
/** Faces of other scripts, of mathematics and of emoji are megabytes that most never see: kept once used. */
const isRare = (file: string) =>
  /\.(?:woff2?|ttf)$/.test(file) && !file.includes('/inter-latin-wght-normal.');
/** Data files are for other clients of the service. */
const parts = [
  ...build.filter((file) => !isRare(file)),
  ...files.filter((file) => !file.endsWith('.json')),
];
const kept = new Set(parts);
/** Pages outside the app. Their document is the server's; if it doesn't answer, the app's has them as well. */
const outside = /^\/(?:login|setup|join)(?:\/|$)/;
const doors =
  /^\/(?:api|json|session|user_uploads|user_avatars|avatar|external_content|static|foreign_pictures|health|metrics)(?:\/|$)/;

worker.addEventListener('install', (event) => event.waitUntil(keepBuild()));

/** Hundreds of files: two at a time leave the page the browser's other four connections. */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(cacheName);
  const left = [...parts];
  const keepNext = async () => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) await keep(cache, file);
  };
  await Promise.all([keepNext(), keepNext()]);
  // Without cookies: the page that is kept tells nobody who is signed in. Last, for it starts the others.
  await cache.add(new Request(shell, { credentials: 'omit' }));
}

/** What an attempt before has kept, or the build before this one under the same hash, stays as it is. */
async function keep(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file)) return;
  const known = file.startsWith(immutable) ? await caches.match(file) : undefined;
  await (known ? cache.put(file, known) : cache.add(file));
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldBuilds(), worker.clients.claim()]));
});

/** The build before this one stays: tabs opened with it may still ask for its parts. */
async function dropOldBuilds() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(prefix)).sort();
  await Promise.all(builds.slice(0, -2).map((name) => caches.delete(name)));
}

worker.addEventListener('message', (event) => {
  if (event.data === 'activate') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!doors.test(url.pathname))
      event.respondWith(page(request, url.pathname).catch(() => Response.error()));
  } else if (kept.has(url.pathname) || url.pathname.startsWith(immutable)) {
    // A page that leaves gives up what it asked for.
    event.respondWith(part(request).catch(() => Response.error()));
  }
});

async function page(request: Request, pathname: string): Promise<Response> {
  const stored = await (await caches.open(cacheName)).match(shell);
  if (!stored) return fetch(request);
  if (!outside.test(pathname)) return stored;
  return fetch(request).catch(() => stored);
}

async function part(request: Request): Promise<Response> {
  const stored = await caches.match(request);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.ok && isRare(request.url)) {
    const cache = await caches.open(cacheName);
    // Without room it is fetched again.
    await cache.put(request, response.clone()).catch(() => undefined);
  }
  return response;
}
