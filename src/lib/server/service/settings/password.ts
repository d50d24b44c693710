import type { ServiceContext } from '../context';
import { badRequest, ServiceFailure } from '../failure';
import { hashPassword, passwordLength, verifyPassword } from '../passwords';
import type { LoginLimit } from '../rate-limits';

/** A password needs at least this many guesses. Clients get it as `password_min_guesses`. */
export const minPasswordGuesses = 10_000;

/**
 * Hash of the new password. `user` is the account's row in this transaction. Throws 400 for a wrong
 * old password, a weak new one, and after as many wrong ones as sign-in allows.
 */
export async function changePassword(
  { user, service: { outsideTransaction: aside, logins } }: ServiceContext,
  old_password: string | undefined,
  new_password: string,
): Promise<string> {
  const { password_hash } = user;
  // An account without a password has nothing to verify.
  if (password_hash !== null) {
    const known = await aside(`verify\n${password_hash}\n${old_password}`, () =>
      tryPassword(logins, user.id, () => verifyPassword(old_password ?? '', password_hash)),
    );
    if (!known) throw badRequest('Wrong password!');
  }
  checkStrength(new_password, [user.full_name, user.delivery_email]);
  return aside(`hash\n${new_password}`, () => hashPassword(new_password));
}

/**
 * Unlike at sign-in, too many wrong passwords are a final error here, so clients don't repeat the
 * request.
 */
async function tryPassword(
  logins: LoginLimit,
  user_id: number,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  let isTried = false;
  try {
    return await logins.guard(user_id, () => {
      isTried = true;
      return verify();
    });
  } catch (reason) {
    // Once the attempt has started, an error comes from hashing: for a busy server, the client
    // should retry.
    if (isTried || !(reason instanceof ServiceFailure)) throw reason;
    const seconds = Math.ceil(Number(reason.fields['retry-after']));
    throw badRequest(`Too many wrong passwords. Try again in ${seconds} seconds.`);
  }
}

/**
 * Throws 400 for a password that is too long, too short or easy to guess. Texts in `personal` count
 * as easy.
 */
export function checkStrength(new_password: string, personal: readonly string[]): void {
  const length = [...new_password].length;
  if (length > passwordLength.max) throw badRequest('New password is too long!');
  if (length < passwordLength.min || estimateGuesses(new_password, personal) < minPasswordGuesses) {
    throw badRequest('New password is too weak!');
  }
}

const common =
  'password passwort qwerty qwertz azerty letmein welcome monkey dragon football baseball iloveyou ' +
  'sunshine princess shadow master superman michael trustno1 abc123 admin login starwars whatever ' +
  'asdfgh zxcvbn changeme secret test summer winter spring autumn hello';

/**
 * A rough, low estimate of guesses: common words, the user's own name and address and their parts,
 * repeats and sequences count as one guess each. The rest counts by its alphabet.
 */
export function estimateGuesses(password: string, personal: readonly string[]): number {
  const own = personal.map((text) => text.toLowerCase());
  const words = [...own, ...common.split(' '), ...own.flatMap((text) => text.split(/[\s@.]+/))];
  let rest = password.toLowerCase();
  let guesses = 1;
  for (const word of words.filter(({ length }) => length > 2)) {
    if (!rest.includes(word)) continue;
    rest = rest.replaceAll(word, '');
    guesses *= 50;
  }
  const distinct = withoutRuns(rest);
  const alphabet = (/[a-z]/.test(rest) ? 26 : 0) + (/\d/.test(rest) ? 10 : 0);
  const other = /[^a-z\d]/.test(rest) ? 33 : 0;
  return guesses * (alphabet + other || 1) ** distinct;
}

/** Length of a text in which a repeat or sequence (`aaa`, `abc`, `321`) counts as one character. */
function withoutRuns(text: string): number {
  let count = 0;
  let step: number | null = null;
  for (let i = 0; i < text.length; i++) {
    const change = i === 0 ? null : text.charCodeAt(i) - text.charCodeAt(i - 1);
    const isRun: boolean =
      change !== null && Math.abs(change) <= 1 && (step === null || step === change);
    if (!isRun) count += 1;
    step = isRun ? change : null;
  }
  return count;
}
