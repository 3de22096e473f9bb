import { type MediaRooms, NodeRooms } from './media-rooms.public.ts';

export async function chooseMediaRooms(parts: ConstructorParameters<typeof NodeRooms>[0]): Promise<MediaRooms> {
  const { livekit } = parts.config;
  if (livekit === undefined) return new NodeRooms(parts);
  // Imported dynamically, so that the LiveKit library is loaded only where it is configured.
  const { createLivekitRooms } = await import('./livekit-rooms.public.ts');
  return createLivekitRooms({ ...parts, livekit });
}
