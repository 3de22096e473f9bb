import { blurBackground } from '../../media-rooms/blur.ts';
import * as devices from '../../media-rooms/devices.ts';
import { openRoom } from '../../media-rooms/room.ts';
import { type Broadcast, createBroadcast } from './broadcast.ts';

export const openBroadcast = (): Broadcast => createBroadcast({ devices: { ...devices, blurBackground }, openRoom });
