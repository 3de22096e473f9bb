import { z } from 'zod';
import { id } from '../platform/fields.ts';
import { socket } from '../platform/socket.ts';

export const adSocket = socket({
  path: '/ws/ads/{board_id}/',
  summary: 'Events of an ad, live, for signed-in users who may see it.',
  params: z.object({ board_id: id }),
});
