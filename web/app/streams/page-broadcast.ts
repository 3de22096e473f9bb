import { blurBackground } from '../media-room/blur.ts';
import * as devices from '../media-room/devices.ts';
import { openRoom } from '../media-room/room.ts';
import { type Broadcast, createBroadcast } from './broadcast.ts';

/** With what this browser has. */
export const openBroadcast = (): Broadcast => createBroadcast({ devices: { ...devices, blurBackground }, openRoom });
