import { expect, test, vi } from 'vitest';
import type { PersonStream, Room, RoomOptions, RoomPerson } from '../../media-rooms/room-types.ts';
import { watchStream } from './watching.ts';

const SEAT = { engine: 'sfu', url: '/media-room', token: 't', expires_at: '' } as const;

function streamOf(user: number, kind: PersonStream['kind'], readyState: MediaStreamTrack['readyState'] = 'live') {
  const stream = { getVideoTracks: () => [{ readyState }] } as unknown as MediaStream;
  return { user, kind, stream } satisfies PersonStream;
}
const person = (part: Partial<RoomPerson>): RoomPerson => ({
  user: 2,
  audio: true,
  video: true,
  screen: false,
  hand: false,
  ...part,
});

function open() {
  const asked: { options?: RoomOptions; layers: string[]; left: number } = { layers: [], left: 0 };
  const room = {
    setLayer: (_: unknown, layer: string) => void asked.layers.push(layer),
    leave() {
      asked.left += 1;
      asked.options?.onEnd?.('left');
    },
  } as unknown as Room;
  const onChange = vi.fn();
  const onEnd = vi.fn();
  const watching = watchStream({
    joinToken: SEAT,
    ice: [],
    openRoom(_seat, _ice, options) {
      asked.options = options;
      options.onState?.('connecting');
      return room;
    },
    renewJoinToken: async () => null,
    onChange,
    onEnd,
  });
  const { options } = asked;
  if (options === undefined) throw new Error('No room was opened');
  return { asked, options, watching, onChange, onEnd, shown: () => onChange.mock.lastCall?.[0] };
}

test('the camera fills the picture, and makes way for a screen that is shown', () => {
  const { options, shown } = open();
  const camera = streamOf(2, 'person');
  const screen = streamOf(2, 'screen');
  options.onPeople?.([person({})]);
  options.onStreams?.([camera]);
  expect(shown()).toMatchObject({ main: camera.stream, inset: null });
  options.onStreams?.([camera, screen]);
  expect(shown().main).toBe(camera.stream);
  options.onPeople?.([person({ screen: true })]);
  expect(shown()).toMatchObject({ main: screen.stream, inset: camera.stream });
  options.onPeople?.([person({ screen: true, video: false })]);
  expect(shown()).toMatchObject({ main: screen.stream, inset: null });
});

test('a camera that is switched off leaves the sound', () => {
  const { options, shown } = open();
  const camera = streamOf(2, 'person');
  options.onStreams?.([camera]);
  options.onPeople?.([person({ video: false })]);
  expect(shown()).toMatchObject({ main: null, sounds: [camera] });
  options.onStreams?.([streamOf(2, 'person', 'ended')]);
  options.onPeople?.([person({})]);
  expect(shown().main).toBeNull();
});

test('while the past is watched nothing comes in of the present', () => {
  const { asked, watching } = open();
  watching.setResting(true);
  watching.setResting(false);
  expect(asked.layers).toEqual(['off', 'high']);
});

test('who leaves is told nothing more, and whoever is shown out hears of it', () => {
  const first = open();
  first.watching.leave();
  first.options.onState?.('closed');
  expect(first.onEnd).not.toHaveBeenCalled();
  expect(first.asked.left).toBe(1);
  expect(first.shown()).toMatchObject({ state: 'connecting' });
  const second = open();
  second.options.onEnd?.('ended');
  expect(second.onEnd).toHaveBeenCalledOnce();
});
