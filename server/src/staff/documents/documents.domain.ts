import { defineDomain } from '../../platform/domain/domain.ts';
import { registerDocuments } from './documents.routes.ts';

export const documents = defineDomain({ name: 'documents', routes: registerDocuments });
