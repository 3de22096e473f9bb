import type { ActiveCall } from '../call-store.ts';
import type { FinishedRecording, Recorder } from './recorder.ts';
import { buildRecordingScene, type RecordingScene } from './recording-scene.ts';

/** Why a recording of ours ended, or will. */
export type RecordingNotice = 'nearly_full' | 'full' | 'failed';

interface RecordingControllerPorts {
  viewerId: number;
  /** Whether the server is heard: what it cannot take back is not recorded. */
  isReachable(): boolean;
  /** Stop the recording of this number, for everybody. */
  stop(id: number): void;
  start(events: { onNearlyFull(): void; onEnd(why: 'full' | 'failed'): void }): Promise<Recorder | null>;
  loadLeftRecordings(): Promise<FinishedRecording[]>;
  onNotice(notice: RecordingNotice): void;
}

export interface RecordingController {
  /** Recordings that are over and neither taken nor thrown away. */
  recorded(): readonly FinishedRecording[];
  subscribe(listener: () => void): () => void;
  /** This page asks in this room: the recording that comes of it is made here. */
  markRequested(room: string): void;
  follow(running: ActiveCall | null): void;
  /** What pages before this one left behind. */
  loadLeft(): Promise<void>;
  /** Out of the list: `taken` stays where it is until the page goes. */
  dismiss(one: FinishedRecording, how: 'taken' | 'dropped'): void;
  close(): void;
}

/** A recording of ours that goes on. */
interface OwnRecording {
  room: string;
  id: number;
  recorder: Recorder | null;
  isStarting: boolean;
}

const CHECK_MS = 500;

/**
 * Records while the server says that everybody agreed, and at no other time. What one page asked for no other page makes: after a
 * reload, or on another device, the recording is over.
 */
export function createRecordingController({
  viewerId,
  isReachable,
  stop,
  start,
  loadLeftRecordings,
  onNotice,
}: RecordingControllerPorts): RecordingController {
  const listeners = new Set<() => void>();
  let recorded: readonly FinishedRecording[] = [];
  let requestedRoom: string | null = null;
  let ownRecording: OwnRecording | null = null;
  /** Of an earlier page, or given up: said once. */
  let stoppedKey = '';
  let activeCall: ActiveCall | null = null;
  let checkTimer: ReturnType<typeof setInterval> | undefined;

  function setRecorded(next: readonly FinishedRecording[]): void {
    recorded = next;
    for (const listener of [...listeners]) listener();
  }

  const isAllowed = (): boolean => activeCall?.call?.recording?.state === 'running' && isReachable();
  const scene = (): RecordingScene =>
    activeCall === null ? { tiles: [], sounds: [] } : buildRecordingScene(activeCall, viewerId);

  /** As the server has it, and as long as the server is heard. */
  function applyState(): void {
    const recorder = ownRecording?.recorder;
    if (ownRecording === null || recorder == null) {
      if (ownRecording !== null && isAllowed()) void begin(ownRecording);
      return;
    }
    if (!isAllowed()) {
      recorder.pause();
      return;
    }
    recorder.show(scene());
    recorder.resume();
  }

  async function begin(one: OwnRecording): Promise<void> {
    if (one.isStarting) return;
    one.isStarting = true;
    const giveUp = (why: 'full' | 'failed'): void => {
      if (ownRecording !== one) return;
      onNotice(why);
      stop(one.id);
      void finish();
    };
    const recorder = await start({ onNearlyFull: () => onNotice('nearly_full'), onEnd: giveUp }).catch(() => null);
    if (ownRecording !== one) {
      await recorder?.stop().then((finished) => finished?.discard());
      return;
    }
    if (recorder === null) return giveUp('failed');
    one.recorder = recorder;
    applyState();
  }

  async function finish(): Promise<void> {
    clearInterval(checkTimer);
    const finished = ownRecording?.recorder?.stop();
    ownRecording = null;
    const one = await finished?.catch(() => null);
    if (one != null) setRecorded([...recorded, one]);
  }

  return {
    recorded: () => recorded,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    markRequested(room) {
      requestedRoom = room;
    },
    follow(running) {
      activeCall = running?.phase === 'over' ? null : running;
      const recording = activeCall?.call?.recording ?? null;
      const room = activeCall?.room ?? '';
      if (ownRecording !== null && (ownRecording.room !== room || ownRecording.id !== recording?.id)) void finish();
      if (room !== requestedRoom && requestedRoom !== null) requestedRoom = null;
      if (recording?.by === viewerId && ownRecording === null) {
        if (requestedRoom === room) {
          ownRecording = { room, id: recording.id, recorder: null, isStarting: false };
          requestedRoom = null;
          checkTimer = setInterval(applyState, CHECK_MS);
        } else if (stoppedKey !== `${room} ${recording.id}`) {
          stoppedKey = `${room} ${recording.id}`;
          stop(recording.id);
        }
      }
      applyState();
    },
    async loadLeft() {
      const left = await loadLeftRecordings();
      if (left.length > 0) setRecorded([...left, ...recorded]);
    },
    dismiss(one, how) {
      void (how === 'taken' ? one.release() : one.discard()).catch(() => undefined);
      setRecorded(recorded.filter((other) => other !== one));
    },
    close() {
      activeCall = null;
      // Of a page that goes the pieces stay: the next one finds them.
      void finish();
      listeners.clear();
    },
  };
}
