import type { createBigBlueButtonVideoCall as Create } from '$lib/api/video-calls';
import { badRequest } from '../failure';
import type { OperationHandler } from '../handler';

/** This service has no video calls, as `realm_available_video_chat_providers` shows. */
const createBigBlueButtonVideoCall: OperationHandler<typeof Create> = () => {
  throw badRequest('BigBlueButton is not configured on this server.');
};

export const videoCallHandlers = { createBigBlueButtonVideoCall };
