declare global {
  namespace App {
    interface Locals {
      requestId: string;
      /** The operationId that a door found, for log and metrics. */
      operation?: string;
    }
    interface Error {
      message: string;
      /** Names the request in the log. */
      request?: string;
    }
  }
}
export {};
