import { useAccount } from '../account/account.svelte';
import { useToasts } from '../toasts';
import { ServerSubmission } from './server-submission.svelte';

/** For the current account. Call it during component initialization. */
export function useSubmission(): ServerSubmission {
  const submission = new ServerSubmission({ account: useAccount(), toasts: useToasts() });
  $effect(() => () => submission.leave());
  return submission;
}
