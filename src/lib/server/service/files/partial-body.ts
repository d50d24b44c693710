/**
 * A request whose body ends where its sender broke off, instead of failing there: what has come by
 * then can be kept whole. For a body without a length of its own to fulfil.
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
  // `duplex` is what streams need; the types do not know it yet.
  return new Request(request, { body, duplex: 'half' } as RequestInit);
}
