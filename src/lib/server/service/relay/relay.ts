/** A device's registration for the relay, encrypted so that only the relay can read it. */
export interface PushRegistration {
  readonly push_account_id: number;
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

/** A device by its older token, without encryption. */
export interface TokenDevice {
  readonly user_id: number;
  readonly token: string;
  readonly token_kind: string;
  readonly ios_app_id: string | null;
}

/** An encrypted text for one registered device. */
export interface SealedPush {
  readonly device_id: number;
  /** In base64. */
  readonly payload: string;
}

/** Delivers notifications to devices. Every method throws only `RelayRefusal`. */
export interface PushRelay {
  /** The key with which devices encrypt their registration, in base64. */
  publicKey(): Promise<string>;
  /** Returns the relay's id of the device. */
  register(registration: PushRegistration): Promise<number>;
  /** Sends to one device by its token. The relay can read it. */
  sendTest(device: TokenDevice, payload: Readonly<Record<string, unknown>>): Promise<void>;
  sendSealed(pushes: readonly SealedPush[]): Promise<void>;
}

/** The relay didn't accept a request. */
export class RelayRefusal extends Error {
  constructor(
    /** An API error code: the relay's own, or one for a missing answer. */
    readonly code: string,
    message: string,
    readonly status: number,
    /** Whether a retry can succeed: the relay didn't answer, or has an internal problem. */
    readonly isPassing: boolean,
  ) {
    super(message);
    this.name = 'RelayRefusal';
  }
}
