import { LANGUAGES } from '@app/contract/platform/languages';
import { z } from 'zod';

/** A single plain address: nothing that could add a header, a second recipient or a display name. */
const Address = z
  .string()
  .max(254)
  .regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/);

export const Email = z.object({
  id: z.uuid(),
  queued_at: z.iso.datetime(),
  to: Address,
  lang: z.enum(LANGUAGES),
  /** Texts are `mail.<template>.subject` and `mail.<template>.text`, and `mail.<template>.button` for a link. */
  template: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  items: z.array(z.object({ title: z.string(), note: z.string(), link: z.url() })).optional(),
  /** Unsubscribe page; mail programs POST to this address for one-click unsubscribe (RFC 8058). */
  unsubscribe: z.url().optional(),
});
export type Email = z.infer<typeof Email>;

/** What the operator set; '' for what `MAIL_FROM` says. */
export interface EmailSender {
  name: string;
  address: string;
}

export interface EmailContent {
  subject: string;
  text: string;
  html: string;
}
