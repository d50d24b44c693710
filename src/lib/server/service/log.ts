/**
 * What the service needs of a logger, for example pino. Fields never contain keys, message texts or
 * email addresses. The exception is a link that couldn't be emailed, which has no other way to
 * reach the user.
 */
export interface ServiceLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
