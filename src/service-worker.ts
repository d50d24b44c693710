/// <reference types="@sveltejs/kit" />
/// <reference lib="webworker" />
import { build, files, version } from '$service-worker';

/**
 * Lets the app start without the server: caches this build's files and the page that loads them.
 * Never handles data: `/json`, `/session` and the API go straight to the network.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

const prefix = 'inkwell-shell-';
const cacheName = prefix + version;
/** Files whose names change with their content. */
const immutable = '/_app/immutable/';
/** All pages of the app start from the same document. */
const shell = '/drafts';
/**
 * Fonts for other scripts, math and emoji: several megabytes that most people never need, so they
 * are only cached after use.
 */
const isRare = (file: string) =>
  /\.(?:woff2?|ttf)$/.test(file) && !file.includes('/inter-latin-wght-normal.');
/** JSON files are for other clients of the service. */
const parts = [
  ...build.filter((file) => !isRare(file)),
  ...files.filter((file) => !file.endsWith('.json')),
];
const kept = new Set(parts);
/**
 * Pages outside the app. The server sends their document; if it doesn't answer, the app's document
 * contains them too.
 */
const outside = /^\/(?:login|setup|join)(?:\/|$)/;
const gatewayPaths =
  /^\/(?:api|json|session|user_uploads|user_avatars|avatar|external_content|static|foreign_pictures|health|metrics)(?:\/|$)/;

worker.addEventListener('install', (event) => event.waitUntil(keepBuild()));

/**
 * Fetches the build's hundreds of files two at a time, which leaves the page the browser's other
 * four connections.
 */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(cacheName);
  const left = [...parts];
  const keepNext = async () => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) await keep(cache, file);
  };
  await Promise.all([keepNext(), keepNext()]);
  // Without cookies, so that the cached page doesn't reveal who is signed in. Last, because it
  // starts all other files.
  await cache.add(new Request(shell, { credentials: 'omit' }));
}

/** Keeps files cached by an earlier attempt, or by the previous build under the same hash. */
async function keep(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file)) return;
  const known = file.startsWith(immutable) ? await caches.match(file) : undefined;
  await (known ? cache.put(file, known) : cache.add(file));
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldBuilds(), worker.clients.claim()]));
});

/** Keeps the previous build too: tabs opened with it can still request its files. */
async function dropOldBuilds() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(prefix)).sort();
  await Promise.all(builds.slice(0, -2).map((name) => caches.delete(name)));
}

worker.addEventListener('message', (event) => {
  const { data, source } = event;
  if (data === 'activate') void worker.skipWaiting();
  else if (isNotificationRequest(data)) {
    const client = source && 'id' in source ? source.id : '';
    notifying = notifying.then(() => notify(data, client)).catch(() => undefined);
    event.waitUntil(notifying);
  }
});

/** From a page (features/notifications/show-notification.ts). */
type NotificationRequest =
  | {
      readonly kind: 'show-notification';
      readonly title: string;
      readonly options: NotificationOptions & { readonly data: { readonly href: string } };
    }
  | { readonly kind: 'close-notification'; readonly tag: string };

function isNotificationRequest(data: unknown): data is NotificationRequest {
  const { kind } = Object(data) as { readonly kind?: unknown };
  return kind === 'show-notification' || kind === 'close-notification';
}

/** In order: a notification that is closed right away must not appear afterward. */
let notifying = Promise.resolve();

async function notify(request: NotificationRequest, client: string): Promise<void> {
  if (request.kind === 'close-notification') {
    for (const one of await worker.registration.getNotifications({ tag: request.tag })) one.close();
  } else {
    const { title, options } = request;
    const data = { ...options.data, client };
    await worker.registration.showNotification(title, { ...options, data });
  }
}

worker.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(answerClick(notification, action));
});

/** The tab that asked for the notification acts on the click. If it's closed, a new one opens. */
async function answerClick({ tag, data }: Notification, action: string): Promise<void> {
  const { client: id, href } = data as { readonly client: string; readonly href: string };
  const client = await worker.clients.get(id);
  if (!client) return void (await worker.clients.openWindow(href));
  client.postMessage({ kind: 'notification-click', tag, action });
  // The browser can refuse it.
  if (action === '' && 'focus' in client)
    await (client as WindowClient).focus().catch(() => undefined);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!gatewayPaths.test(url.pathname))
      event.respondWith(page(request, url.pathname).catch(() => Response.error()));
  } else if (kept.has(url.pathname) || url.pathname.startsWith(immutable)) {
    // A page that is being left cancels its requests.
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
    // If storage is full, the file is fetched again next time.
    await cache.put(request, response.clone()).catch(() => undefined);
  }
  return response;
}
