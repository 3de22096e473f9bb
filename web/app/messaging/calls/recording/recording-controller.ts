import { createStore } from '../../../platform/state-machine.ts';
import type { ActiveCall } from '../call-state.ts';
import type { FinishedRecording, Recorder } from './recorder.ts';
import { buildRecordingScene, type RecordingScene } from './recording-scene.ts';

export type RecordingNotice = 'nearly_full' | 'full' | 'failed';

interface RecordingControllerPorts {
  viewerId: number;
  /**
   * Whether the server is connected. Without a connection a withdrawn consent would not arrive, so recording pauses.
   */
  isReachable(): boolean;
  stop(id: number): void;
  start(events: { onNearlyFull(): void; onEnd(why: 'full' | 'failed'): void }): Promise<Recorder | null>;
  loadLeftRecordings(): Promise<FinishedRecording[]>;
  onNotice(notice: RecordingNotice): void;
}

export interface RecordingController {
  recorded(): readonly FinishedRecording[];
  subscribe(listener: () => void): () => void;
  /** Marks that this page requests a recording in the room and therefore will record it. */
  markRequested(room: string): void;
  follow(running: ActiveCall | null): void;
  loadLeft(): Promise<void>;
  /** Removes a recording from the list; the chunks of a `taken` one stay until the page closes. */
  dismiss(one: FinishedRecording, how: 'taken' | 'dropped'): void;
  close(): void;
}

interface OwnRecording {
  room: string;
  id: number;
  recorder: Recorder | null;
  isStarting: boolean;
}

const CHECK_MS = 500;

/**
 * Records only while the server reports that every participant agreed. Only the page that requested the recording makes
 * it: after a reload, or on another device, the recording ends.
 */
export function createRecordingController({
  viewerId,
  isReachable,
  stop,
  start,
  loadLeftRecordings,
  onNotice,
}: RecordingControllerPorts): RecordingController {
  const recorded = createStore<readonly FinishedRecording[]>([]);
  let requestedRoom: string | null = null;
  let ownRecording: OwnRecording | null = null;
  /** Recording of an earlier page, or one that failed, for which the stop command was already sent. */
  let stoppedKey = '';
  let activeCall: ActiveCall | null = null;
  let checkTimer: ReturnType<typeof setInterval> | undefined;

  const isAllowed = (): boolean => activeCall?.call?.recording?.state === 'running' && isReachable();
  const scene = (): RecordingScene =>
    activeCall === null ? { tiles: [], sounds: [] } : buildRecordingScene(activeCall, viewerId);

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
    if (one != null) recorded.set([...recorded.state(), one]);
  }

  return {
    recorded: recorded.state,
    subscribe: recorded.subscribe,
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
      if (left.length > 0) recorded.set([...left, ...recorded.state()]);
    },
    dismiss(one, how) {
      void (how === 'taken' ? one.release() : one.discard()).catch(() => undefined);
      recorded.set(recorded.state().filter((other) => other !== one));
    },
    close() {
      activeCall = null;
      // When the page closes, the chunks stay for the next page to find.
      void finish();
    },
  };
}
