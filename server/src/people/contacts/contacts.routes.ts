import { contactsApi } from '@app/contract/people/contacts';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { confirmContact } from './confirm-contact.ts';
import { cancelContactChange, listPendingContacts, resendContactCode } from './pending-contacts.ts';
import { getContactReturn, revertContactChange } from './revert-contact-change.ts';

export function registerContacts(app: FastifyInstance, services: Services): void {
  bind(app, services, contactsApi, {
    pending: ({ viewer }) => listPendingContacts(services, viewer.userId),
    confirm: ({ viewer, body }) => confirmContact(services, viewer, body),
    resend: ({ viewer, body }) => resendContactCode(services, viewer, body.kind),
    cancel: ({ viewer, params }) => cancelContactChange(services, viewer, params.kind),
    revertible: ({ query }) => getContactReturn(services, query.token),
    revert: ({ body }) => revertContactChange(services, body.token),
  });
}
