import { LANGUAGES } from '@app/contract/platform/languages';
import { z } from 'zod';

/** One plain address: nothing that could add a header, a second recipient or a display name. */
const Address = z
  .string()
  .max(254)
  .regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/);

/** A letter as it waits in the queue: its texts are put together only when it is sent. */
export const Email = z.object({
  /** Stays the same through every try, and so do the letter's Message-ID and its file in the outbox. */
  id: z.uuid(),
  queued_at: z.iso.datetime(),
  to: Address,
  lang: z.enum(LANGUAGES),
  /** Texts are `mail.<template>.subject` and `mail.<template>.text`, and `mail.<template>.button` for a link. */
  template: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** What the letter is about, below its text: each a link with a note beside it. */
  items: z.array(z.object({ title: z.string(), note: z.string(), link: z.url() })).optional(),
  /** Page that stops such letters; a mail program's own button posts to it without asking anything (RFC 8058). */
  unsubscribe: z.url().optional(),
});
export type Email = z.infer<typeof Email>;

export interface EmailContent {
  subject: string;
  text: string;
  html: string;
}
