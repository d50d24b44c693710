/**
 * @typedef {import('node:http').IncomingMessage} IncomingMessage
 * @typedef {import('node:http').ServerResponse} ServerResponse
 * @typedef {Pick<import('./serve.js').Runtime, 'nodeGateway' | 'addressOf'>} GatewayRuntime
 */

/**
 * IP address of the client that sent a request.
 * @param {Pick<GatewayRuntime, 'addressOf'>} runtime
 * @param {IncomingMessage} request
 */
export function addressOfClient(runtime, request) {
  const forwarded = /** @type {string | undefined} */ (request.headers['x-forwarded-for']);
  return runtime.addressOf(request.socket.remoteAddress ?? '', forwarded);
}

/**
 * Answers an API call with a key before the framework sees it, in the built and in the development
 * server. Returns whether it did.
 * @param {GatewayRuntime} runtime
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
export function answerKeyCall(runtime, request, response) {
  const { nodeGateway } = runtime;
  return nodeGateway?.(request, response, addressOfClient(runtime, request)) ?? false;
}

/**
 * The development server's way to `answerKeyCall`.
 * @param {() => GatewayRuntime} runtime
 * @returns {import('vite').Plugin}
 */
export function keyGatewayPlugin(runtime) {
  return {
    name: 'inkwell-key-gateway',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!answerKeyCall(runtime(), request, response)) next();
      });
    },
  };
}
