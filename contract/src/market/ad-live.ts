import { z } from 'zod';
import { id } from '../platform/fields.ts';
import { socket } from '../platform/socket.ts';

export const adSocket = socket({
  path: '/ws/ads/{board_id}/',
  summary: 'What happens on an ad, live, for signed-in people who may see it.',
  params: z.object({ board_id: id }),
});
