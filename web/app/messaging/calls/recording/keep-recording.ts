import type { Running } from '../call-store.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { type Scene, sceneOf } from './scene.ts';

/** Why a recording of ours ended, or will. */
export type RecordingSaying = 'nearly_full' | 'full' | 'failed';

interface KeeperPorts {
  viewerId: number;
  /** Whether the server is heard: what it cannot take back is not recorded. */
  isHeard(): boolean;
  /** Stop the recording of this number, for everybody. */
  stop(id: number): void;
  start(events: { onNearlyFull(): void; onEnd(why: 'full' | 'failed'): void }): Promise<Recorder | null>;
  findLeft(): Promise<Recorded[]>;
  say(saying: RecordingSaying): void;
}

export interface RecordingKeeper {
  /** Recordings that are over and neither taken nor thrown away. */
  recorded(): readonly Recorded[];
  subscribe(listener: () => void): () => void;
  /** This page asks in this room: the recording that comes of it is made here. */
  noteAsked(room: string): void;
  follow(running: Running | null): void;
  /** What pages before this one left behind. */
  look(): Promise<void>;
  /** Out of the list: `taken` stays where it is until the page goes. */
  settle(one: Recorded, how: 'taken' | 'dropped'): void;
  close(): void;
}

/** A recording of ours that goes on. */
interface Mine {
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
export function createRecordingKeeper({ viewerId, isHeard, stop, start, findLeft, say }: KeeperPorts): RecordingKeeper {
  const listeners = new Set<() => void>();
  let recorded: readonly Recorded[] = [];
  let asked: string | null = null;
  let mine: Mine | null = null;
  /** Of an earlier page, or given up: said once. */
  let disowned = '';
  let now: Running | null = null;
  let checking: ReturnType<typeof setInterval> | undefined;

  function show(next: readonly Recorded[]): void {
    recorded = next;
    for (const listener of [...listeners]) listener();
  }

  const isAllowed = (): boolean => now?.call?.recording?.state === 'running' && isHeard();
  const scene = (): Scene => (now === null ? { tiles: [], sounds: [] } : sceneOf(now, viewerId));

  /** As the server has it, and as long as the server is heard. */
  function obey(): void {
    const recorder = mine?.recorder;
    if (mine === null || recorder == null) {
      if (mine !== null && isAllowed()) void begin(mine);
      return;
    }
    if (!isAllowed()) {
      recorder.pause();
      return;
    }
    recorder.show(scene());
    recorder.resume();
  }

  async function begin(one: Mine): Promise<void> {
    if (one.isStarting) return;
    one.isStarting = true;
    const giveUp = (why: 'full' | 'failed'): void => {
      if (mine !== one) return;
      say(why);
      stop(one.id);
      void finish();
    };
    const recorder = await start({ onNearlyFull: () => say('nearly_full'), onEnd: giveUp }).catch(() => null);
    if (mine !== one) {
      await recorder?.stop().then((made) => made?.drop());
      return;
    }
    if (recorder === null) return giveUp('failed');
    one.recorder = recorder;
    obey();
  }

  async function finish(): Promise<void> {
    clearInterval(checking);
    const made = mine?.recorder?.stop();
    mine = null;
    const one = await made?.catch(() => null);
    if (one != null) show([...recorded, one]);
  }

  return {
    recorded: () => recorded,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    noteAsked(room) {
      asked = room;
    },
    follow(running) {
      now = running?.phase === 'over' ? null : running;
      const recording = now?.call?.recording ?? null;
      const room = now?.room ?? '';
      if (mine !== null && (mine.room !== room || mine.id !== recording?.id)) void finish();
      if (room !== asked && asked !== null) asked = null;
      if (recording?.by === viewerId && mine === null) {
        if (asked === room) {
          mine = { room, id: recording.id, recorder: null, isStarting: false };
          asked = null;
          checking = setInterval(obey, CHECK_MS);
        } else if (disowned !== `${room} ${recording.id}`) {
          disowned = `${room} ${recording.id}`;
          stop(recording.id);
        }
      }
      obey();
    },
    async look() {
      const left = await findLeft();
      if (left.length > 0) show([...left, ...recorded]);
    },
    settle(one, how) {
      void (how === 'taken' ? one.release() : one.drop()).catch(() => undefined);
      show(recorded.filter((other) => other !== one));
    },
    close() {
      now = null;
      // Of a page that goes the pieces stay: the next one finds them.
      void finish();
      listeners.clear();
    },
  };
}
