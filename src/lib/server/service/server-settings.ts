/** What whoever runs this server has chosen, as far as operations ask. */
export interface ServerSettings {
  /** How long an invitation is open where the inviter does not say. */
  readonly invitationMinutes: number;
  /** Mails of an organization with invitations. */
  readonly invitationsPerDay: number;
  /** Whether channels may be made web-public at all: guests see those without being in them. */
  readonly webPublicStreams: boolean;
  /** Whether notifications can leave this server: there is a push relay. */
  readonly hasPush: boolean;
  /** Whether mail can leave this server. */
  readonly sendsMail: boolean;
}

/** What holds where nothing was chosen; `hasPush` follows from the relay, `sendsMail` from SMTP. */
export const defaultServerSettings: Omit<ServerSettings, 'hasPush' | 'sendsMail'> = {
  invitationMinutes: 14_400,
  invitationsPerDay: 1000,
  webPublicStreams: false,
};
