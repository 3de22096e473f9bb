import { personNotesApi } from '@app/contract/people/person-notes';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { getPersonNote, setPersonNote } from './person-note.ts';

export function registerPersonNotes(app: FastifyInstance, services: Services): void {
  bind(app, services, personNotesApi, {
    get: ({ viewer, params }) => getPersonNote(services.db, viewer, params.id),
    set: ({ viewer, params, body }) => setPersonNote(services, viewer, params.id, body.note),
  });
}
