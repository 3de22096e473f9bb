import { LANGUAGES } from '@app/contract/platform/languages';
import { z } from 'zod';

/** A short message as it waits in the queue: its text is put together only when it is sent. */
export const SmsMessage = z.object({
  /** Stays the same through every try: a gateway that was asked twice sends once. */
  id: z.uuid(),
  queued_at: z.iso.datetime(),
  /** E.164 with the plus. */
  to: z.string().regex(/^\+\d{6,19}$/),
  lang: z.enum(LANGUAGES),
  /** The text is `sms.<template>`. */
  template: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** After this moment the message is worth nothing and is sent no more. */
  until: z.iso.datetime().optional(),
});
export type SmsMessage = z.infer<typeof SmsMessage>;
