import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';

export const videoCallHandlers = {
  /** This service has no video calls, as `realm_available_video_chat_providers` shows. */
  createBigBlueButtonVideoCall() {
    throw badRequest('BigBlueButton is not configured on this server.');
  },
} satisfies Partial<OperationHandlers>;
