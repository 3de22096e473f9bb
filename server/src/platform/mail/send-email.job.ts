import { siteNameIn } from '@app/contract/platform/site-settings';
import type { Db } from '../database/tables.ts';
import { findTimeZoneOfEmail } from '../find-time-zone.ts';
import { defineJob } from '../queue/job.ts';
import { readSiteSettings } from '../site-settings/site-settings.public.ts';
import { texts } from '../texts.ts';
import { Email, type EmailContent, type EmailSender } from './email.ts';
import { renderEmail } from './render-email.ts';

export interface EmailTransport {
  deliver(email: Email, content: EmailContent, sender?: EmailSender): Promise<void>;
}

export const sendEmail = defineJob({
  name: 'send-email',
  payload: Email,
  run: async ({ mail, db }: { mail: EmailTransport; db: Db }, email) => {
    const { settings } = await readSiteSettings(db);
    const timeZone = await findTimeZoneOfEmail(db, email.to);
    const content = renderEmail(texts.named(settings), email, timeZone, settings.color);
    await mail.deliver(email, content, {
      name: settings.sender_name || siteNameIn(email.lang, settings),
      address: settings.sender_email,
    });
  },
});
