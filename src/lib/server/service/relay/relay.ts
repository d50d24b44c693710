/** What the relay is told of a device; the registration is sealed for it alone. */
export interface PushRegistration {
  readonly push_account_id: number;
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

/** A device by its older, unsealed token. */
export interface TokenDevice {
  readonly user_id: number;
  readonly token: string;
  readonly token_kind: string;
  readonly ios_app_id: string | null;
}

/** A text for one registered device, sealed. */
export interface SealedPush {
  readonly device_id: number;
  /** base64 */
  readonly payload: string;
}

/** Who carries notifications to devices. Every call throws `RelayRefusal`, and nothing else. */
export interface PushRelay {
  /** With which devices seal their registration; base64. */
  publicKey(): Promise<string>;
  /** The relay's id of the device. */
  register(registration: PushRegistration): Promise<number>;
  /** To one device by its token, readable on the way. */
  sendTest(device: TokenDevice, payload: Readonly<Record<string, unknown>>): Promise<void>;
  sendSealed(pushes: readonly SealedPush[]): Promise<void>;
}

/** The relay did not take what it was asked for. */
export class RelayRefusal extends Error {
  constructor(
    /** A code of the API: the relay's own, or one that says that it did not answer. */
    readonly code: string,
    message: string,
    readonly status: number,
    /** Whether the same may be asked again: it did not answer, or has troubles of its own. */
    readonly isPassing: boolean,
  ) {
    super(message);
    this.name = 'RelayRefusal';
  }
}
