/** The operator's settings that operations need. */
export interface ServerSettings {
  /** Minutes that an invitation is valid if the inviter doesn't choose. */
  readonly invitationMinutes: number;
  /** Maximum number of emails with invitations per organization and day. */
  readonly invitationsPerDay: number;
  /** Whether channels can be made web-public at all. Guests can see those without being in them. */
  readonly webPublicStreams: boolean;
  /** Whether this server can send push notifications, which needs a push relay. */
  readonly hasPush: boolean;
  /** Whether this server can send email. */
  readonly sendsMail: boolean;
}

/** Defaults. `hasPush` depends on the relay, `sendsMail` on SMTP. */
export const defaultServerSettings: Omit<ServerSettings, 'hasPush' | 'sendsMail'> = {
  invitationMinutes: 14_400,
  invitationsPerDay: 1000,
  webPublicStreams: false,
};
