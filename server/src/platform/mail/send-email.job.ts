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
  run: ({ mail }: { mail: EmailTransport }, email) => mail.deliver(email, renderEmail(texts, email)),
});
