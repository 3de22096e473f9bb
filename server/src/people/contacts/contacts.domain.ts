import { defineDomain } from '../../platform/domain/domain.ts';
import {
  cancelPendingContacts,
  eraseContacts,
  exportContactsOf,
  onContactSetByStaff,
  startContactChange,
} from './contacts.public.ts';
import { registerContacts } from './contacts.routes.ts';
import { sweepContacts } from './sweep-contacts.job.ts';

export const contacts = defineDomain({
  name: 'contacts',
  routes: registerContacts,
  periodicJobs: [{ job: sweepContacts, everySeconds: 3600 }],
  on: {
    'contact.changeRequested': (services, tx, { owner, contact }) => startContactChange(services, tx, owner, contact),
    'contact.changedByStaff': (services, tx, { owner, contact }) => onContactSetByStaff(services, tx, owner, contact),
    'user.deactivated': (_, tx, { userId }) => cancelPendingContacts(tx, userId),
  },
  userData: { erase: eraseContacts, exports: { contacts: exportContactsOf } },
});
