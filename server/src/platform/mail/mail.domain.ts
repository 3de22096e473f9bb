import { defineDomain } from '../domain.ts';
import { registerOutbox } from './outbox.routes.ts';
import { sendLetter } from './send-letter.job.ts';
import { sweepLetters } from './sweep-letters.job.ts';

export const mail = defineDomain({
  name: 'mail',
  routes: registerOutbox,
  jobs: [sendLetter, sweepLetters],
  periodicJobs: [{ job: sweepLetters, everySeconds: 3600 }],
});
