import { createMediaRooms, type MediaRooms } from './media-rooms.public.ts';

export async function chooseMediaRooms(parts: Parameters<typeof createMediaRooms>[0]): Promise<MediaRooms> {
  const { livekit } = parts.config;
  if (livekit === undefined) return createMediaRooms(parts);
  // Imported dynamically, so that the LiveKit library is loaded only where it is configured.
  const { createLivekitRooms } = await import('./livekit-rooms.public.ts');
  return createLivekitRooms({ ...parts, livekit });
}
