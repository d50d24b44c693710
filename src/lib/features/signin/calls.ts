import * as v from 'valibot';
import type { CallOptions } from '../../client/call';
import { accountSchema, door, type SessionAccount } from '../../client/session';

const serverSchema = v.object({
  realm_name: v.string(),
  realm_url: v.string(),
  zulip_version: v.string(),
  zulip_feature_level: v.number(),
  /** Whether people can sign in by password there. */
  password: v.boolean(),
  /** Whether `/session/icon` has one. */
  icon: v.boolean(),
});
/** The organization behind this page. */
export type Server = v.InferOutput<typeof serverSchema>;

const personSchema = v.object({
  user_id: v.number(),
  full_name: v.string(),
  role: v.number(),
  avatar_url: v.nullish(v.string()),
  /** What there is to see as somebody whom a visitor should be first. */
  story: v.nullish(v.string()),
});
/** Somebody of a sample organization. */
export type Person = v.InferOutput<typeof personSchema>;

/** `site` as a credentials file names it: another server's key is refused. */
export type SignIn =
  | { readonly email: string; readonly api_key: string; readonly site?: string | undefined }
  | { readonly email: string; readonly password: string }
  | { readonly user_id: number };

export type NewOrganization =
  | { readonly sample: true }
  | {
      readonly name: string;
      readonly full_name: string;
      readonly email: string;
      readonly password: string;
      readonly timezone: string;
    };

const signedInSchema = v.object({ account: accountSchema });
/** Making a sample takes a few seconds, and a distant server may be slow. */
const patience = { timeout: 60_000 };

/** These throw `AnyFailure`. */
export function readServer(options?: CallOptions): Promise<Server> {
  return door('GET', '/session/server', undefined, serverSchema, options);
}

export async function readPeople(options?: CallOptions): Promise<readonly Person[]> {
  const schema = v.object({ people: v.array(personSchema) });
  return (await door('GET', '/session/people', undefined, schema, options)).people;
}

export async function signIn(input: SignIn): Promise<SessionAccount> {
  return (await door('POST', '/session', { ...input }, signedInSchema, patience)).account;
}

export async function createOrganization(input: NewOrganization): Promise<SessionAccount> {
  const path = '/session/organization';
  return (await door('POST', path, { ...input }, signedInSchema, patience)).account;
}
