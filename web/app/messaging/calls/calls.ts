import { callsApi } from '#contract/messaging/calls';
import { blurBackground } from '../../live/media-rooms/blur.ts';
import { createDataSaver } from '../../live/media-rooms/data-saver.ts';
import * as devices from '../../live/media-rooms/devices.ts';
import { openPeer } from '../../live/media-rooms/peer.ts';
import { createRemoteAudio } from '../../live/media-rooms/remote-audio.ts';
import { openRoom } from '../../live/media-rooms/room.ts';
import { duck } from '../../platform/audio-focus.ts';
import { call } from '../../platform/call.ts';
import { openCallConnection } from './call-connection.ts';
import { loadCallSnapshot, saveCallSnapshot } from './call-snapshot.ts';
import { type CallPorts, type Calls, createCalls, type RecordingAction } from './call-store.ts';
import { type CallTabs, openCallTabs } from './call-tabs.ts';
import { type Captions, createCaptions } from './captions/captions.ts';
import { createListeningController, type ListeningController } from './listening/listening-controller.ts';
import { listeningPorts } from './listening/listening-ports.ts';
import { playRingtone } from './media/ringtone.ts';
import { findLeftRecordings } from './recording/chunks.ts';
import type { FinishedRecording } from './recording/recorder.ts';
import {
  createRecordingController,
  type RecordingController,
  type RecordingNotice,
} from './recording/recording-controller.ts';

/** Volume of music during a call, as a share of its normal volume. */
const DUCKED = 0.15;

function duckOtherAudio(): () => void {
  duck(DUCKED);
  void import('../voice-notes/player.ts').then(
    ({ pause }) => pause(),
    () => undefined,
  );
  return () => duck(1);
}

export interface PageCalls extends Calls {
  tabs: CallTabs;
  recordings: RecordingController;
  captions: Captions;
  listening: ListeningController;
}

async function loadLeftRecordings(viewerId: number): Promise<FinishedRecording[]> {
  const left = await findLeftRecordings(viewerId);
  if (left.length === 0) return [];
  const { finishRecording } = await import('./recording/recorder.ts');
  const recordings = await Promise.all(left.map(({ chunks, ...about }) => finishRecording(chunks, about)));
  return recordings.filter((one) => one !== null);
}

export function openCalls(
  viewerId: number,
  {
    onNotice,
    onMessage,
    onRecording,
    onCaptionsFailed,
  }: Pick<CallPorts, 'onNotice' | 'onMessage'> & {
    onRecording(notice: RecordingNotice): void;
    onCaptionsFailed(): void;
  },
): PageCalls {
  const tabs = openCallTabs((message) => calls.handleTabMessage(message));
  const calls = createCalls({
    viewerId,
    transports: { openRoom, openPeer, createDataSaver },
    devices: { ...devices, blurBackground },
    api: {
      start: (body) => call(callsApi.start, { body }),
      accept: (room_id) => call(callsApi.accept, { params: { room_id } }),
      decline: (room_id) => call(callsApi.decline, { params: { room_id } }),
      hangup: (room_id) => call(callsApi.hangup, { params: { room_id }, keepalive: true }),
      add: (room_id, user_id) => call(callsApi.add, { params: { room_id }, body: { user_id } }),
      media: (room_id) => call(callsApi.media, { params: { room_id }, body: {} }),
      current: () => call(callsApi.current, { isQuiet: true }),
    },
    openConnection: (name, entryMessage, onEvent) =>
      openCallConnection(name, viewerId, entryMessage, (event) => {
        onEvent(event);
        captions.handleRoomEvent(event);
      }),
    tabs,
    createRemoteAudio: createRemoteAudio,
    ring: playRingtone,
    duckOtherAudio,
    saveSnapshot: saveCallSnapshot,
    loadSnapshot: loadCallSnapshot,
    onNotice,
    onMessage,
    onClock: (sent, server) => listening.addSample({ sent, received: ports.now(), server }),
  });
  const ports = listeningPorts(calls.askClock);
  const listening = createListeningController(ports);
  calls.subscribe(() => listening.follow(calls.state().running));
  const recordings = createRecordingController({
    viewerId,
    isReachable: calls.isReachable,
    stop: (id) => calls.sendRecordingAction({ is: 'stop', id }),
    start: async (events) => (await import('./recording/recorder.ts')).startRecorder(viewerId, events),
    loadLeftRecordings: () => loadLeftRecordings(viewerId),
    onNotice: onRecording,
  });
  const captions = createCaptions({ viewerId, send: calls.sendCaptions, onFailed: onCaptionsFailed });
  calls.subscribe(() => {
    const { running } = calls.state();
    recordings.follow(running);
    captions.follow(running);
  });
  return {
    ...calls,
    tabs,
    recordings,
    captions,
    listening,
    sendRecordingAction(action: RecordingAction) {
      if (action.is === 'ask') recordings.markRequested(calls.state().running?.room ?? '');
      calls.sendRecordingAction(action);
    },
    close() {
      recordings.close();
      captions.close();
      listening.close();
      calls.close();
      tabs.close();
    },
  };
}
