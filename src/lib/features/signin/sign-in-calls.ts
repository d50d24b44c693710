import * as v from 'valibot';
import type { CallOptions } from '../../client/calls/call';
import {
  sessionAccountSchema,
  callGateway,
  type SessionAccount,
} from '../../client/session/session';

const serverSchema = v.object({
  realm_name: v.string(),
  realm_url: v.string(),
  zulip_version: v.string(),
  zulip_feature_level: v.number(),
  /** Whether people can sign in with a password. */
  password: v.boolean(),
  /** Whether `/session/icon` returns an icon. */
  icon: v.boolean(),
});
/** The organization this page signs in to. */
export type SignInServer = v.InferOutput<typeof serverSchema>;

const personSchema = v.object({
  user_id: v.number(),
  full_name: v.string(),
  role: v.number(),
  avatar_url: v.nullish(v.string()),
  /** What a visitor sees when signed in as this person, if they are recommended. */
  story: v.nullish(v.string()),
});
/** A person of a sample organization. */
export type SignInPerson = v.InferOutput<typeof personSchema>;

/** `site` as in a credentials file: another server's key is refused. */
export type SignInCredentials =
  | { readonly email: string; readonly api_key: string; readonly site?: string | undefined }
  | { readonly email: string; readonly password: string }
  | { readonly user_id: number };

export type NewOrganizationInput =
  | { readonly sample: true }
  | {
      readonly name: string;
      readonly full_name: string;
      readonly email: string;
      readonly password: string;
      readonly timezone: string;
    };

const signedInSchema = v.object({ account: sessionAccountSchema });
/** Creating a sample organization takes a few seconds, and a distant server can be slow. */
const patience = { timeout: 60_000 };

/** These functions throw `AnyFailure`. */
export function fetchSignInServer(options?: CallOptions): Promise<SignInServer> {
  return callGateway('GET', '/session/server', undefined, serverSchema, options);
}

export async function fetchSignInPeople(options?: CallOptions): Promise<readonly SignInPerson[]> {
  const schema = v.object({ people: v.array(personSchema) });
  return (await callGateway('GET', '/session/people', undefined, schema, options)).people;
}

export async function requestSignIn(input: SignInCredentials): Promise<SessionAccount> {
  return (await callGateway('POST', '/session', { ...input }, signedInSchema, patience)).account;
}

export async function requestNewOrganization(input: NewOrganizationInput): Promise<SessionAccount> {
  const path = '/session/organization';
  return (await callGateway('POST', path, { ...input }, signedInSchema, patience)).account;
}
