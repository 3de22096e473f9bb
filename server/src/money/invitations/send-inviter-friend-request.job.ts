import { z } from 'zod';
import { sendInviterFriendRequest } from '../../people/circle/send-inviter-friend-request.public.ts';
import { defineJob } from '../../platform/queue/job.ts';
import type { Services } from '../../platform/services.ts';

/** A newcomer asks whoever invited them to be friends. Apart from the activation, which holds the newcomer alone. */
export const sendInviterFriendRequestJob = defineJob({
  name: 'ask-inviter',
  payload: z.object({ newcomer_id: z.number().int(), inviter_id: z.number().int() }),
  run: (services: Services, { newcomer_id, inviter_id }) => sendInviterFriendRequest(services, newcomer_id, inviter_id),
});
