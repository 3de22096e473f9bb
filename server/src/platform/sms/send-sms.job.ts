import { defineJob } from '../queue/job.ts';
import { texts } from '../texts.ts';
import { SmsMessage } from './sms-message.ts';

export interface SmsTransport {
  deliver(message: SmsMessage, text: string): Promise<void>;
}

export const sendSms = defineJob({
  name: 'send-sms',
  payload: SmsMessage,
  run: async ({ sms }: { sms: SmsTransport }, message) => {
    if (message.until !== undefined && new Date(message.until) < new Date()) return;
    await sms.deliver(message, texts.t(message.lang, `sms.${message.template}`, message.values));
  },
});
