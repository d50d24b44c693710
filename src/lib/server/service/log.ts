/**
 * What the service needs of a logger; pino’s fits. Fields never hold keys, texts or e-mails; but a link
 * that could not be sent by mail has no other way.
 */
export interface ServiceLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
