import * as v from 'valibot';
import { DoorFailure } from './failure';
import { readLimited } from './limited-body';

const maxBytes = 16 * 1024;

/** The JSON body of one of our own endpoints; absent is `{}`. Throws `BAD_REQUEST`. */
export async function readJson<T>(
  request: Request,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  let value: unknown = {};
  if (request.body) {
    const text = new TextDecoder().decode(await readLimited(request.body, maxBytes));
    if (text) value = parse(text);
  }
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]);
  throw bad(`Not understood${field ? ` at ${field}` : ''}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad('The body must be JSON.');
  }
}

function bad(message: string): DoorFailure {
  return new DoorFailure(400, 'BAD_REQUEST', message);
}
