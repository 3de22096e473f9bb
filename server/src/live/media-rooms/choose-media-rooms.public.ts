import { createMediaRooms, type MediaRooms } from './media-rooms.public.ts';

/** Rooms as the configuration wants them: on our own media nodes, or LiveKit's. */
export async function chooseMediaRooms(parts: Parameters<typeof createMediaRooms>[0]): Promise<MediaRooms> {
  const { livekit } = parts.config;
  if (livekit === undefined) return createMediaRooms(parts);
  // Its library is loaded by those who use it only.
  const { createLivekitRooms } = await import('./livekit-rooms.public.ts');
  return createLivekitRooms({ ...parts, livekit });
}
