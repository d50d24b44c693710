import * as v from 'valibot';
import { runtime } from '../runtime';
import { DoorFailure, success } from './failure';
import { readJson } from './json-body';
import { shown, type SessionVisit } from './session';
import { admit } from './sign-in';

const text = v.pipe(v.string(), v.maxLength(1000));

const setupSchema = v.union([
  v.object({ sample: v.literal(true) }),
  v.object({
    name: text,
    full_name: text,
    email: text,
    password: text,
    timezone: v.optional(text),
  }),
]);

/** The role of an ordinary member. */
const member = 400;

/**
 * Creates the organization with its owner, or the sample organization, and signs in as the owner or
 * as one of the sample's members. Throws the service's sentences, 409 when there is one already.
 */
export async function setUp({ event, doors, entrance }: SessionVisit): Promise<Response> {
  await doors.limits.attempts(entrance.address);
  const { embedded } = doors;
  if (!embedded) throw new DoorFailure(404, 'NOT_FOUND', 'The organization lives elsewhere.');
  const input = await readJson(event.request, setupSchema);
  if ('sample' in input) {
    if (await embedded.organization()) {
      throw new DoorFailure(409, 'BAD_REQUEST', 'There is an organization already.');
    }
    await runtime().makeSample('small');
    const people = await embedded.samplePeople();
    const person = people.find(({ role }) => role === member) ?? people[0];
    if (!person) throw new Error('the sample organization has nobody');
    const organization = await embedded.organization();
    const credentials = await embedded.signInAsSample(person.user_id);
    return success({
      account: shown(await admit(entrance, credentials, organization?.name ?? '')),
    });
  }
  const owner = await embedded.createOrganization(input);
  return success({ account: shown(await admit(entrance, owner, input.name.trim())) });
}
