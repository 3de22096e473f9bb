import { defineDomain } from '../domain/domain.ts';
import { sendSms } from './send-sms.job.ts';

export const sms = defineDomain({
  name: 'sms',
  jobs: [sendSms],
});
