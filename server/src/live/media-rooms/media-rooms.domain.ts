import { defineDomain } from '../../platform/domain/domain.ts';
import { registerLivekit } from './livekit.routes.ts';

export const mediaRooms = defineDomain({
  name: 'media-rooms',
  routes: registerLivekit,
});
