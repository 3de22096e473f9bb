import { z } from 'zod';

/** Where app nodes talk to a media node. */
export const CONTROL_PATH = '/control';
/** Both sides say at least a `beat` this often. */
export const BEAT_EVERY_MS = 1000;

const room = z.string().regex(/^[\w-]{1,64}$/);
const user = z.number().int().positive();

/** What an app node asks of a media node. */
export const ControlSaid = z.discriminatedUnion('type', [
  z.object({ type: z.literal('drop'), room, user }),
  z.object({ type: z.literal('end'), room, reason: z.enum(['ended', 'moved']) }),
  z.object({ type: z.literal('beat') }),
]);
export type ControlSaid = z.infer<typeof ControlSaid>;

/** What it hears: everybody who is connected at first, then every change. */
export const ControlHeard = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rooms'), rooms: z.record(z.string(), z.array(user)) }),
  z.object({ type: z.enum(['person_connected', 'person_lost']), room, user }),
  z.object({ type: z.literal('room_empty'), room }),
  z.object({ type: z.literal('beat') }),
]);
export type ControlHeard = z.infer<typeof ControlHeard>;
