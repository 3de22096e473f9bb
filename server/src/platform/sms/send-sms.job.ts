import type { Clock } from '../clock.ts';
import type { Db } from '../database/tables.ts';
import { defineJob } from '../queue/job.ts';
import { readSiteTexts } from '../site-settings/site-settings.public.ts';
import { SmsMessage } from './sms-message.ts';

export interface SmsTransport {
  deliver(message: SmsMessage, text: string): Promise<void>;
}

export const sendSms = defineJob({
  name: 'send-sms',
  payload: SmsMessage,
  run: async ({ sms, db, clock }: { sms: SmsTransport; db: Db; clock: Clock }, message) => {
    if (message.until !== undefined && new Date(message.until) < clock()) return;
    const texts = await readSiteTexts(db);
    await sms.deliver(message, texts.t(message.lang, `sms.${message.template}`, message.values));
  },
});
