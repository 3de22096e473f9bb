import { defineDomain } from '../../platform/domain.ts';
import { exportPresenceOf } from './export-presence.public.ts';
import { forgetPresence } from './presence.public.ts';
import { registerPresenceBoard } from './presence-board.ts';

export const presence = defineDomain({
  name: 'presence',
  routes: registerPresenceBoard,
  userData: { erase: forgetPresence, exports: { presence: exportPresenceOf } },
});
