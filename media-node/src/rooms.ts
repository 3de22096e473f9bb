import { setImmediate as nextTurn } from 'node:timers/promises';
import { MEDIA_NODE_ROOMS_MAX, type RoomEndReason } from '@app/contract/live/media-room';
import { Recording, type RecordingParts } from './recording/recording.ts';
import { type NodeRoomEvent, Room } from './room.ts';

const WAITING_MAX = 300;

const TICK_MS = 20;
const RECORD_EVERY = 5;
const SPEAKERS_EVERY = 10;
const KEYFRAME_REQUEST_EVERY = 20;
const REPORT_EVERY = 50;

export class Rooms {
  private readonly rooms = new Map<string, Room>();
  private readonly listeners = new Set<(event: NodeRoomEvent) => void>();
  private readonly recordings = new Map<string, Recording>();
  private readonly recording: RecordingParts | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ticks = 0;
  private waiting = 0;
  private admissions: Promise<unknown> = Promise.resolve();

  constructor(recording?: Omit<RecordingParts, 'onSegment'>) {
    this.recording = recording && {
      ...recording,
      onSegment: (segment) => this.emit({ type: 'segment', ...segment }),
    };
  }

  onEvent(listener: (event: NodeRoomEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Returns the room of this id and creates it when nobody is inside; undefined when the node has no capacity for
   * another room.
   */
  open(id: string, kind: 'call' | 'stream'): Room | undefined {
    const known = this.rooms.get(id);
    if (known !== undefined) return known.kind === kind ? known : undefined;
    if (this.rooms.size >= MEDIA_NODE_ROOMS_MAX) return undefined;
    const room = new Room(
      id,
      kind,
      (event) => this.emit(event),
      (changed) => this.updateRecording(changed),
    );
    this.rooms.set(id, room);
    this.timer ??= setInterval(() => this.tick(), TICK_MS);
    this.emit({ type: 'room_opened', room: id });
    return room;
  }

  get isFull(): boolean {
    return this.rooms.size >= MEDIA_NODE_ROOMS_MAX || this.waiting >= WAITING_MAX;
  }

  /** Everybody on this node, viewers of streams as well. */
  get size(): number {
    return [...this.rooms.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get people(): Record<string, number[]> {
    return Object.fromEntries([...this.rooms].map(([id, room]) => [id, room.connected]));
  }

  /**
   * Sets up connections one after another and handles other events in between, so that many joins at once do not delay
   * media packets. Returns undefined when too many wait already.
   */
  admit<T>(setUp: () => Promise<T>): Promise<T> | undefined {
    if (this.waiting >= WAITING_MAX) return undefined;
    this.waiting += 1;
    const admission = this.admissions.then(setUp);
    this.admissions = admission
      .catch(() => {})
      .then(() => nextTurn())
      .then(() => {
        this.waiting -= 1;
      });
    return admission;
  }

  record(id: string, on: boolean): void {
    if (!on) void this.endRecording(id);
    if (!on || this.recording === undefined) return;
    const known = this.recordings.get(id);
    if (known === undefined && this.recordings.size >= MEDIA_NODE_ROOMS_MAX) this.endUnrequestedRecordings();
    const recording = known ?? new Recording(id, this.recording);
    recording.renewRequest(performance.now());
    this.recordings.set(id, recording);
    const room = this.rooms.get(id);
    if (known === undefined && room !== undefined) this.updateRecording(room);
  }

  async endRecordings(): Promise<void> {
    await Promise.all([...this.recordings.keys()].map((id) => this.endRecording(id)));
  }

  removeParticipant(id: string, userId: number): void {
    this.rooms.get(id)?.removeParticipant(userId);
  }

  end(id: string, reason: RoomEndReason): void {
    this.rooms.get(id)?.end(reason);
    if (reason === 'ended') void this.endRecording(id);
  }

  endAll(reason: RoomEndReason): void {
    for (const room of [...this.rooms.values()]) room.end(reason);
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private updateRecording({ id, publisher }: Room): void {
    this.recordings.get(id)?.follow(publisher?.peer, publisher?.on ?? { screen: false, audio: false });
  }

  private async endRecording(id: string): Promise<void> {
    const recording = this.recordings.get(id);
    this.recordings.delete(id);
    await recording?.end();
  }

  private endUnrequestedRecordings(): void {
    const now = performance.now();
    for (const [id, recording] of this.recordings) if (!recording.isRequested(now)) void this.endRecording(id);
  }

  private emit(event: NodeRoomEvent): void {
    if (event.type === 'room_empty') {
      this.rooms.delete(event.room);
      if (this.rooms.size === 0) {
        clearInterval(this.timer);
        this.timer = undefined;
      }
    }
    for (const listener of this.listeners) listener(event);
  }

  private tick(): void {
    this.ticks += 1;
    const now = performance.now();
    if (this.ticks % RECORD_EVERY === 0) for (const recording of this.recordings.values()) recording.tick(now);
    if (this.ticks % REPORT_EVERY === 0) this.endUnrequestedRecordings();
    for (const room of this.rooms.values()) {
      room.repair(now);
      if (this.ticks % SPEAKERS_EVERY === 0) room.sendSpeakers();
      if (this.ticks % KEYFRAME_REQUEST_EVERY === 0) room.repeatKeyframeRequests();
      if (this.ticks % REPORT_EVERY === 0) room.report(now);
    }
  }
}
