import { NOTIFICATION_KINDS } from '@app/contract/notifications/notifications';
import { z } from 'zod';

const URGENCIES = ['very-low', 'low', 'normal', 'high'] as const;
export type Urgency = (typeof URGENCIES)[number];

export const PushPayload = z.object({
  subscription_id: z.number().int(),
  queued_at: z.iso.datetime(),
  message: z.object({
    id: z.number().int().optional(),
    kind: z.enum([...NOTIFICATION_KINDS, 'summary', 'message', 'message_request', 'call', 'call_over']),
    user_id: z.number().int().optional(),
    room_id: z.string().optional(),
    unread: z.number().int(),
  }),
  urgency: z.enum(URGENCIES),
  ttlSeconds: z.number().int().min(0),
  topic: z.string().regex(/^[\w-]{1,32}$/),
});
