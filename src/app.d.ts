declare global {
  namespace App {
    interface Locals {
      requestId: string;
      /** The operationId that a door found, for log and metrics. */
      operation?: string;
      /** By which the reply may be sent after this visit. */
      seat?: import('$lib/server/gateway/framework-pending-reply').FrameworkPendingReply;
    }
    /** What adapter-node gives; the development server gives nothing. */
    interface Platform {
      req: import('node:http').IncomingMessage;
    }
    /** What the drafts page shows beside or instead of its list. */
    interface DraftsView {
      draft?: string | undefined;
      /** It was begun elsewhere just now, and the list does not know it yet. */
      isNew?: boolean;
      bin?: boolean;
      /** The text of the bin that is open. */
      entry?: string | undefined;
    }
    interface ScheduledView {
      /** The one that is open: a message by its id, a reminder as `reminder-12`. */
      message?: string | undefined;
      /** How what is ahead is shown, such as `week`. Absent: as this device remembers it. */
      as?: string | undefined;
    }
    /** The snippet that is open, by its id, or `new`; or the bin. */
    interface SnippetsView {
      snippet?: string | undefined;
      bin?: boolean;
    }
    interface PageState {
      drafts?: DraftsView;
      scheduled?: ScheduledView;
      snippets?: SnippetsView;
      /** At the door: the organization where one's account was deactivated just now. */
      deactivated?: string;
    }
    interface Error {
      message: string;
      /** Names the request in the log. */
      request?: string;
    }
  }
}
export {};
