import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id, text, timestamp } from '../platform/fields.ts';

export const PERSON_NOTE_MAX = 1000;
export const PERSON_NOTES_MAX = 2000;

const paths = ['/api/users/note/{id}', '/api/user/note/{id}'];
const Params = z.object({ id });

/** What the viewer wrote about a person for themselves; '' without one. */
export const PersonNote = z.object({ id: z.number().int(), note: z.string(), changed: timestamp.nullable() });
export type PersonNote = z.infer<typeof PersonNote>;

/** Notes are answered here and nowhere else, so that no answer for somebody else can hold one. */
export const personNotesApi = {
  get: endpoint('GET', paths, 'user', {
    summary: 'The viewer’s private note on a person, which nobody else ever sees.',
    params: Params,
    response: PersonNote,
  }),
  set: endpoint('PUT', paths, 'user', {
    summary: 'Write the private note on a person; an empty one deletes it.',
    params: Params,
    body: z.object({ note: text(PERSON_NOTE_MAX) }),
    response: PersonNote,
    errors: ['not_found', 'forbidden', 'notes_full'],
  }),
};
