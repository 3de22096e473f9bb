import type { Db } from '../database/tables.ts';
import { findTimeZoneOfEmail } from '../find-time-zone.ts';
import { defineJob } from '../queue/job.ts';
import { texts } from '../texts.ts';
import { Email, type EmailContent } from './email.ts';
import { renderEmail } from './render-email.ts';

export interface EmailTransport {
  deliver(email: Email, content: EmailContent): Promise<void>;
}

export const sendEmail = defineJob({
  name: 'send-email',
  payload: Email,
  run: async ({ mail, db }: { mail: EmailTransport; db: Db }, email) =>
    mail.deliver(email, renderEmail(texts, email, await findTimeZoneOfEmail(db, email.to))),
});
