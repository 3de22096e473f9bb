import { defineDomain } from '../domain/domain.ts';
import { registerOutbox } from './outbox.routes.ts';
import { sendEmail } from './send-email.job.ts';
import { sweepEmails } from './sweep-emails.job.ts';

export const mail = defineDomain({
  name: 'mail',
  routes: registerOutbox,
  jobs: [sendEmail],
  periodicJobs: [{ job: sweepEmails, everySeconds: 3600 }],
});
