import { expect, test } from 'vitest';
import type { Devices } from '../../media-rooms/local-media.ts';
import type { PublishedTracks, Room, RoomOptions } from '../../media-rooms/room-types.ts';
import { consumePreparedBroadcast, createBroadcast, setPreparedBroadcast } from './broadcast.ts';

const SEAT = { engine: 'sfu', url: '/media-room', token: 't', expires_at: '' } as const;

const trackOf = (kind: string): MediaStreamTrack =>
  ({ kind, enabled: true, stop: () => undefined }) as unknown as MediaStreamTrack;

function make() {
  const gone = new Map<MediaStreamTrack, () => void>();
  const microphone = trackOf('audio');
  const camera = trackOf('video');
  const devices: Devices = {
    openMicrophone: async () => ({ track: microphone }),
    openCamera: async () => ({ track: camera }),
    openScreen: async () => ({ problem: 'denied' }),
    setNoiseSuppression: async () => true,
    onGone(track, tell) {
      gone.set(track, tell);
      return () => void gone.delete(track);
    },
    loadDeviceChoice: () => ({}),
    saveDeviceChoice: () => undefined,
    blurBackground: async () => ({ problem: 'unsupported' }),
  };
  const rooms: { options: RoomOptions; sent: PublishedTracks; hasLeft: boolean }[] = [];
  const broadcast = createBroadcast({
    devices,
    createStream: (track) => ({ track }) as unknown as MediaStream,
    openRoom(_seat, _ice, options) {
      const room = { options, sent: {} as PublishedTracks, hasLeft: false };
      rooms.push(room);
      options.onState?.('connecting');
      return {
        publish: async (tracks: PublishedTracks) => void Object.assign(room.sent, tracks),
        mute: () => undefined,
        leave() {
          room.hasLeft = true;
          options.onState?.('closed');
          options.onEnd?.('left');
        },
      } as unknown as Room;
    },
  });
  return { broadcast, rooms, microphone, camera, lose: (track: MediaStreamTrack) => gone.get(track)?.() };
}

test('what was opened before is sent as soon as the room is entered', async () => {
  const { broadcast, rooms, microphone, camera } = make();
  await broadcast.media.setMicrophone(true);
  await broadcast.media.setCamera(true);
  broadcast.enter(SEAT, [], async () => null);
  expect(rooms[0]?.sent).toEqual({ audio: microphone, video: camera });
  rooms[0]?.options.onState?.('connected');
  expect(broadcast.view()).toMatchObject({ room: 'connected', endReason: null });
});

test('a room that was left says nothing of the one that is entered', () => {
  const { broadcast, rooms } = make();
  broadcast.enter(SEAT, [], async () => null);
  broadcast.enter(SEAT, [], async () => null);
  expect(rooms[0]?.hasLeft).toBe(true);
  rooms[0]?.options.onEnd?.('ended');
  expect(broadcast.view()).toMatchObject({ room: 'connecting', endReason: null });
  rooms[1]?.options.onEnd?.('replaced');
  expect(broadcast.view()).toMatchObject({ room: null, endReason: 'replaced' });
});

test('a camera that is pulled out is told of, and nothing of it is sent any more', async () => {
  const { broadcast, rooms, camera, lose } = make();
  const lost: string[] = [];
  broadcast.onLost((kind) => lost.push(kind));
  await broadcast.media.setCamera(true);
  broadcast.enter(SEAT, [], async () => null);
  lose(camera);
  expect(lost).toEqual(['camera']);
  expect(rooms[0]?.sent.video).toBeNull();
  broadcast.close();
  expect(rooms[0]?.hasLeft).toBe(true);
});

test('what the dialog has opened is taken once', () => {
  const { broadcast } = make();
  setPreparedBroadcast(broadcast);
  expect(consumePreparedBroadcast()).toBe(broadcast);
  expect(consumePreparedBroadcast()).toBeNull();
});
