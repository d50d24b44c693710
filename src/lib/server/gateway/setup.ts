import { userRole } from '$lib/api/roles';
import * as v from 'valibot';
import { getRuntime } from '../runtime';
import { GatewayFailure, successResponse } from './failure';
import { readJsonBody } from './json-body';
import { toPublicAccount, type SessionRequest } from './session-endpoint';
import { addSignedInAccount } from './sign-in';

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

/**
 * Creates the organization with its owner, or the sample organization, and signs in as the owner or
 * as one of the sample's members. Throws the service's errors, and 409 if one exists already.
 */
export async function setUpOrganization({
  event,
  gateway,
  signInContext: entrance,
}: SessionRequest): Promise<Response> {
  await gateway.limits.attempts(entrance.address);
  const { embedded } = gateway;
  if (!embedded) throw new GatewayFailure(404, 'NOT_FOUND', 'The organization lives elsewhere.');
  const input = await readJsonBody(event.request, setupSchema);
  if ('sample' in input) {
    if (await embedded.organization()) {
      throw new GatewayFailure(409, 'BAD_REQUEST', 'The organization already exists.');
    }
    await getRuntime().makeSample('small');
    const people = await embedded.samplePeople();
    const person = people.find(({ role }) => role === userRole.member) ?? people[0];
    if (!person) throw new Error('the sample organization has nobody');
    const organization = await embedded.organization();
    const credentials = await embedded.signInAsSample(person.user_id);
    return successResponse({
      account: toPublicAccount(
        await addSignedInAccount(entrance, credentials, organization?.name ?? ''),
      ),
    });
  }
  const owner = await embedded.createOrganization(input);
  return successResponse({
    account: toPublicAccount(await addSignedInAccount(entrance, owner, input.name.trim())),
  });
}
