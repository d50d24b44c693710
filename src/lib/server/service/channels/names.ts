import { badRequest, ServiceFailure } from '../failure';

/** Server limits that clients get in the register state. */
export const maxStreamNameLength = 60;
export const maxStreamDescriptionLength = 1024;

/** Invisible characters: controls, surrogates, unassigned, and line or paragraph separators. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;

/** A channel name to store. Throws 400 if it is blank, too long or unprintable. */
export function readStreamName(given: string): string {
  const name = given.trim();
  const points = [...name];
  if (points.length === 0) throw badRequest("A channel's name can't be empty.");
  if (points.length > maxStreamNameLength) {
    throw badRequest(`A channel's name can have at most ${maxStreamNameLength} characters.`);
  }
  const at = points.findIndex((point) => unprintable.test(point));
  if (at !== -1) {
    throw badRequest(`The character at position ${at + 1} of the channel's name can't be shown.`);
  }
  return name;
}

/** A description to store, on one line. Throws 400 if it is too long. */
export function readStreamDescription(given: string): string {
  const description = given.trim().replace(/\r?\n|\r/g, ' ');
  if ([...description].length > maxStreamDescriptionLength) {
    throw badRequest(
      `A channel's description can have at most ${maxStreamDescriptionLength} characters.`,
    );
  }
  if (description.includes('\0')) throw badRequest('A description must not contain null bytes.');
  return description;
}

/** A name is taken in every spelling, and archived channels keep theirs. */
export function channelNameTaken(name: string, status = 409): ServiceFailure {
  const code = status === 409 ? 'CHANNEL_ALREADY_EXISTS' : 'BAD_REQUEST';
  return new ServiceFailure(code, `Channel '${name}' already exists.`, status);
}
