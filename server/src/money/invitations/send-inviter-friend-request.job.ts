import { z } from 'zod';
import { sendInviterFriendRequest } from '../../people/circle/send-inviter-friend-request.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';

/** Sends a friend request from the newcomer to the inviter. A job, because the activation locks only the newcomer. */
export const sendInviterFriendRequestJob = defineJob({
  name: 'send-inviter-friend-request',
  payload: z.object({ newcomer_id: z.number().int(), inviter_id: z.number().int() }),
  run: (services: Services, { newcomer_id, inviter_id }) => sendInviterFriendRequest(services, newcomer_id, inviter_id),
});
