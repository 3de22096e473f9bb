import { defineDomain } from '../../platform/domain/domain.ts';
import { exportPresenceOf } from './export-presence.public.ts';
import { erasePresence } from './presence.public.ts';
import { registerPresenceBoard } from './presence-board.ts';

export const presence = defineDomain({
  name: 'presence',
  routes: registerPresenceBoard,
  userData: { erase: erasePresence, exports: { presence: exportPresenceOf } },
});
