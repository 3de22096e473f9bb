import { LANGUAGES } from '@app/contract/platform/languages';
import { z } from 'zod';

export const SmsMessage = z.object({
  /** The same for every attempt, so that the gateway sends a repeated message only once. */
  id: z.uuid(),
  queued_at: z.iso.datetime(),
  to: z.string().regex(/^\+\d{6,19}$/),
  lang: z.enum(LANGUAGES),
  template: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The message is not sent after this time. */
  until: z.iso.datetime().optional(),
});
export type SmsMessage = z.infer<typeof SmsMessage>;
