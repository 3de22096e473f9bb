import { contactsApi } from '@app/contract/people/contacts';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { confirmContact } from './confirm-contact.ts';
import { cancelContactChange, listPendingContacts, resendContactCode } from './pending-contacts.ts';
import { getContactReturn, revertContactChange } from './revert-contact-change.ts';

export function registerContacts(app: FastifyInstance, services: Services): void {
  bind(app, services, contactsApi.pending, ({ viewer }) => listPendingContacts(services, viewer.userId));
  bind(app, services, contactsApi.confirm, ({ viewer, body }) => confirmContact(services, viewer, body));
  bind(app, services, contactsApi.resend, ({ viewer, body }) => resendContactCode(services, viewer, body.kind));
  bind(app, services, contactsApi.cancel, ({ viewer, params }) => cancelContactChange(services, viewer, params.kind));
  bind(app, services, contactsApi.revertible, ({ query }) => getContactReturn(services, query.token));
  bind(app, services, contactsApi.revert, ({ body }) => revertContactChange(services, body.token));
}
