import { defineDomain } from '../../platform/domain.ts';
import { eraseContacts, exportContactsOf } from './contacts.public.ts';
import { registerContacts } from './contacts.routes.ts';
import { sweepContacts } from './sweep-contacts.job.ts';

export const contacts = defineDomain({
  name: 'contacts',
  routes: registerContacts,
  jobs: [sweepContacts],
  periodicJobs: [{ job: sweepContacts, everySeconds: 3600 }],
  userData: { erase: eraseContacts, exports: { contacts: exportContactsOf } },
});
