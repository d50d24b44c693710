/** One thing asked of the server. */
export interface SubmissionRequest {
  /** Makes the call. Throws if it fails, or returns the reason. */
  readonly send: () => unknown;
  /** Whether the change is there, according to the state. Decides if no reply comes. */
  readonly isDone?: (() => boolean) | undefined;
  /**
   * Asks the server the same. Called if an attempt is refused after an earlier one got no reply,
   * because the earlier one might be the reason.
   */
  readonly findOut?: ((failure: unknown) => unknown) | undefined;
  /**
   * What is sent. An attempt with other content isn't a retry of one that got no reply, and it
   * waits for one that is pending.
   */
  readonly content?: unknown;
  /** Parameters that have a field. An error about one is shown there. */
  readonly fields?: readonly string[] | undefined;
  /** The field an error is about, if the error's own parameters don't name it. */
  readonly refusedOf?: ((failure: unknown) => string | undefined) | undefined;
  /** Error text for a failure, if the general one isn't enough. */
  readonly describe?: ((failure: unknown) => string) | undefined;
  /** Confirmation in a toast; without a key, an equal text replaces it. */
  readonly done?: string | SubmissionToast | undefined;
  /** Adds Undo to the confirmation. Called when it is used. */
  readonly undo?: (() => SubmissionRequest) | undefined;
  /** Called once on success, unless the submission was abandoned or its account is gone. */
  readonly onDone?: (() => void) | undefined;
}

interface SubmissionToast {
  readonly text: string;
  readonly key?: string;
  readonly tone?: 'neutral' | 'success';
}

/** A submission as forms and dialogs show it. */
export interface FormSubmission {
  readonly isPending: boolean;
  /** Why the last attempt failed; empty if it didn't. */
  readonly problem: string;
  /** The field that `problem` is about, if known. */
  readonly field: string | undefined;
  /** Resolves to whether it succeeded. Does nothing while the same content is pending. */
  submit: (request: SubmissionRequest) => Promise<boolean>;
  /** Shows an error found before anything is sent. Does nothing while an attempt is pending. */
  refuse: (problem: string, field?: string) => void;
  /** Clears the problem and stops waiting for the change. An attempt under way still completes. */
  abandon: () => void;
}
