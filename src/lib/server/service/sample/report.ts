/** A person of the sample organization, as the sign-in page offers them. */
export interface SamplePerson {
  readonly user_id: number;
  readonly full_name: string;
  readonly role: number;
  readonly timezone: string;
  readonly avatar_url: string | null;
  /** For the few suggested people: what there is to see as them. */
  readonly story: string | null;
}

/**
 * An account of a newly created sample. Contains secrets, so use it only for the data folder and
 * the terminal.
 */
export interface CreatedSampleAccount {
  /** Name of its credentials file: a role, or the person's own. */
  readonly file: string;
  readonly full_name: string;
  readonly role: number;
  readonly email: string;
  /** Null for bots. */
  readonly password: string | null;
  readonly api_key: string;
}

export interface SampleReport {
  readonly name: string;
  readonly accounts: readonly CreatedSampleAccount[];
  readonly counts: { readonly users: number; readonly channels: number; readonly messages: number };
}
