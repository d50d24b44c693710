declare global {
  namespace App {
    interface Locals {
      requestId: string;
      /** The operationId found by the gateway, for log and metrics. */
      operation?: string;
      /** Lets the reply be sent after the request handler has returned. */
      pendingReply?: import('$lib/server/gateway/framework-pending-reply.internals').FrameworkPendingReply;
    }
    /** Set by adapter-node, but not by the development server. */
    interface Platform {
      req: import('node:http').IncomingMessage;
    }
    /** What the drafts page shows next to its list or instead of it. */
    interface DraftsView {
      draft?: string | undefined;
      /** It was just created elsewhere, and the list doesn't have it yet. */
      isNew?: boolean;
      bin?: boolean;
      /** The open draft in the trash. */
      entry?: string | undefined;
    }
    interface ScheduledView {
      /** The open item: a message by its id, a reminder as `reminder-12`. */
      message?: string | undefined;
      /** The view, for example `week`. Absent: the last one on this device. */
      as?: string | undefined;
    }
    /** The open snippet: its id or `new`; or the trash. */
    interface SnippetsView {
      snippet?: string | undefined;
      bin?: boolean;
    }
    interface PageState {
      drafts?: DraftsView;
      scheduled?: ScheduledView;
      snippets?: SnippetsView;
      /** On the sign-in page: the organization where the user's account was just deactivated. */
      deactivated?: string;
    }
    interface Error {
      message: string;
      /** Id of the request in the log. */
      request?: string;
    }
  }
}
export {};
