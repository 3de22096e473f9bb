import { defineDomain } from '../../platform/domain/domain.ts';
import { erasePersonNotes, exportPersonNotesOf } from './person-notes.public.ts';
import { registerPersonNotes } from './person-notes.routes.ts';

export const personNotes = defineDomain({
  name: 'person-notes',
  routes: registerPersonNotes,
  userData: { erase: erasePersonNotes, exports: { person_notes: exportPersonNotesOf } },
});
