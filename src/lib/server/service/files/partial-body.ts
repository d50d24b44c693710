/**
 * A request whose body ends where the connection broke instead of failing, so that everything that
 * arrived can be stored. Only for bodies that needn't have a certain length.
 */
export function withPartialBody(request: Request): Request {
  if (!request.body) return request;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch {
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  // Streams need `duplex`, which the types don't have yet.
  return new Request(request, { body, duplex: 'half' } as RequestInit);
}
