import { documentsApi } from '@app/contract/people/documents';
import { DOCUMENT_NAMES } from '@app/contract/platform/documents';
import { staffDocumentsApi } from '@app/contract/staff/documents';
import type { FastifyInstance } from 'fastify';
import { documentsOf } from '../../platform/documents/documents.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { discardDraft, publishDocument, saveDraft } from './edit-documents.ts';
import { getStaffDocument, listStaffDocuments } from './present-documents.ts';
import { presentHead, showDocument } from './show-document.ts';

export function registerDocuments(app: FastifyInstance, services: Services): void {
  bind(app, services, documentsApi, {
    list: async () => ({
      documents: DOCUMENT_NAMES.map((name) => ({ name, ...presentHead(documentsOf(services).inForce(name)) })),
    }),
    get: ({ viewer, params, query }) => showDocument(services, viewer, params.name, query.version),
  });
  bind(app, services, staffDocumentsApi, {
    list: () => listStaffDocuments(services),
    get: ({ params }) => getStaffDocument(services, params.name),
    saveDraft: ({ viewer, params, body }) => saveDraft(services, viewer, params.name, body),
    discardDraft: ({ viewer, params, query }) => discardDraft(services, viewer, params.name, query),
    publish: ({ viewer, params, body }) => publishDocument(services, viewer, params.name, body),
  });
}
