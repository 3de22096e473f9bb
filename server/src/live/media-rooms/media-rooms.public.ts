import {
  JOIN_TOKEN_MINUTES,
  MEDIA_NODE_ROOMS_MAX,
  MEDIA_SOCKET_PATH,
  type MediaJoinToken,
} from '@app/contract/live/media-room';
import type { ControlClientMessage, NodeSegment } from '@app/media-node/control-messages';
import { signJoinToken } from '@app/media-node/join-token';
import type { SegmentName } from '@app/media-node/segment-name';
import type { BaseLogger } from 'pino';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/tables.ts';
import { findMediaSecret } from './media-secret.public.ts';
import { NodeApiClient } from './node-api-client.ts';
import { NodeLink, type NodeLoad, type ParticipantEvent } from './node-link.ts';
import { trustOfNodes } from './node-trust.ts';
import { nodesForNewRooms, pickNode } from './rendezvous.ts';

export interface MediaRoom {
  id: string;
  kind: 'call' | 'stream';
}

/**
 * An event in a room. Every app node receives it, so listeners use conditional updates. `person_lost` comes when a
 * participant left or stayed disconnected for a few seconds. After `node_lost` the participants of these rooms need new
 * join tokens.
 */
export type MediaRoomEvent =
  | { type: 'person_connected' | 'person_lost'; roomId: string; userId: number }
  | { type: 'room_empty'; roomId: string }
  /** A piece of a recording lies whole on a node; `mediaRooms.segments` tells the same of those that nobody took yet. */
  | ({ type: 'segment' } & RecordedSegment)
  | { type: 'node_lost'; roomIds: string[] };

export interface RecordedSegment extends SegmentName {
  roomId: string;
  node: string;
  bytes: number;
}

/**
 * An external peer (an encoder or player without a socket): its SDP answer, and the unguessable resource name by which
 * it is removed.
 */
export interface ExternalPeerAnswer {
  resource: string;
  sdp: string;
}

/** An offer that a node cannot use; the reason names the line of the SDP, for whoever builds the client. */
export interface RejectedOffer {
  reason: string;
}

export interface MediaRooms {
  createJoinToken(room: MediaRoom, userId: number, may: 'publish' | 'view'): Promise<MediaJoinToken>;
  removeParticipant(roomId: string, userId: number): void;
  end(roomId: string): void;
  /**
   * Records what is published in a stream's room. Has to be repeated: a node that receives no request for some minutes
   * stops recording. LiveKit records by its own means.
   */
  record(roomId: string, on: boolean): void;
  /** Lists segments that are stored on the watched nodes and were not fetched yet, oldest first. */
  segments(): Promise<RecordedSegment[]>;
  fetchSegment(segment: RecordedSegment, path: string): Promise<boolean>;
  removeSegment(segment: RecordedSegment): Promise<void>;
  /**
   * Admits an encoder or player to a stream's room by its SDP offer. Returns `unsupported` with LiveKit, which has its
   * own ingest.
   */
  admitExternalPeer(
    roomId: string,
    userId: number,
    may: 'publish' | 'view',
    sdp: string,
  ): Promise<ExternalPeerAnswer | RejectedOffer | 'full' | 'unsupported'>;
  removeExternalPeer(resource: string): Promise<boolean>;
  onEvent(listener: (event: MediaRoomEvent) => void): () => void;
  /** Whether the user is in the room as far as this app node knows; undefined where it does not watch the room. */
  hasParticipant(roomId: string, userId: number): boolean | undefined;
  /** Returns whether any node is up. Nodes that are not watched are assumed to be up. */
  isUp(): boolean;
  load(): NodeLoad;
  /** Rooms that all nodes open at most; null where that is another system's matter. */
  readonly roomsMax: number | null;
  watch(): Promise<() => void>;
}

declare module '../../platform/domain/services.ts' {
  interface Services {
    mediaRooms: MediaRooms;
  }
}

interface Parts {
  db: Db;
  config: Config;
  clock: () => Date;
  log: BaseLogger;
}

/** Rooms on Okolo's own media nodes. */
export class NodeRooms implements MediaRooms {
  readonly #parts: Parts;
  readonly #beside: string;
  readonly #nodes: readonly string[];
  readonly #listeners = new Set<(event: MediaRoomEvent) => void>();
  readonly #calls: NodeApiClient;
  readonly #recorded = new Set<string>();
  #links: NodeLink[] | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { tls, media } = parts.config;
    this.#beside = `${tls === undefined ? 'ws' : 'wss'}://127.0.0.1:${media.port}`;
    this.#nodes = media.urls ?? [this.#beside];
    this.#calls = new NodeApiClient(parts.config, () => findMediaSecret(parts), parts.clock);
  }

  #emit(event: MediaRoomEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  get #liveLinks(): NodeLink[] {
    return this.#links?.filter(({ isUp }) => isUp) ?? [];
  }

  #linksTo(roomId: string, userId?: number): NodeLink[] {
    return this.#liveLinks.filter((link) => link.hasParticipant(roomId, userId));
  }

  #sendToAll(message: ControlClientMessage): void {
    for (const link of this.#liveLinks) link.send(message);
  }

  /**
   * Returns the node that already has the room, else the one among the less busy that it belongs on. While no node is
   * up, all are assumed to come back.
   */
  #nodeOf(roomId: string): string {
    return pickNode(this.#nodesFor(roomId), roomId) ?? this.#beside;
  }

  #nodesFor(roomId: string): readonly string[] {
    const carriers = this.#linksTo(roomId);
    if (carriers.length > 0) return carriers.map(({ url }) => url);
    const live = this.#liveLinks;
    return live.length === 0 ? this.#nodes : nodesForNewRooms(live.map(({ burden }) => burden));
  }

  /**
   * App nodes with different views of the media nodes may have sent participants of one room to two nodes; one of the
   * two rooms is ended.
   */
  #endDuplicateRoom(roomId: string): void {
    const carriers = this.#linksTo(roomId);
    if (carriers.length < 2) return;
    const stays = this.#nodeOf(roomId);
    for (const link of carriers) if (link.url !== stays) link.send({ type: 'end', room: roomId, reason: 'moved' });
  }

  #handleParticipantEvent(event: ParticipantEvent): void {
    const roomId = event.room;
    const isElsewhere = (userId?: number): boolean => this.#linksTo(roomId, userId).length > 0;
    if (event.type === 'room_empty') {
      if (isElsewhere()) return;
      this.#emit({ type: 'room_empty', roomId });
    } else if (event.type === 'person_connected' || event.type === 'person_lost') {
      if (event.type === 'person_lost' && isElsewhere(event.user)) return;
      this.#emit({ type: event.type, roomId, userId: event.user });
    }
    this.#endDuplicateRoom(roomId);
  }

  async createJoinToken(room: MediaRoom, userId: number, may: 'publish' | 'view'): Promise<MediaJoinToken> {
    const { clock, config } = this.#parts;
    const expiresAt = new Date(clock().getTime() + JOIN_TOKEN_MINUTES * 60_000);
    const secret = await findMediaSecret(this.#parts);
    const origin = config.media.urls === undefined ? '' : this.#nodeOf(room.id);
    return {
      engine: 'sfu',
      url: `${origin}${MEDIA_SOCKET_PATH}`,
      token: signJoinToken(secret, { roomId: room.id, kind: room.kind, userId, may, expiresAt }),
      expires_at: expiresAt.toISOString(),
    };
  }

  removeParticipant(room: string, user: number): void {
    this.#sendToAll({ type: 'drop', room, user });
  }

  record(room: string, on: boolean): void {
    if (on) this.#recorded.add(room);
    else this.#recorded.delete(room);
    this.#sendToAll({ type: 'record', room, on });
  }

  async segments(): Promise<RecordedSegment[]> {
    const lists = await Promise.all(
      this.#liveLinks.map(async ({ url }) => {
        // The segments of a node that just died become available when it is up again.
        const listed = await this.#calls.listSegments(url).catch((error: unknown) => {
          this.#parts.log.warn({ err: error, node: url }, 'a media node did not report its recordings');
          return [];
        });
        return listed.map((segment) => toRecorded(url, segment));
      }),
    );
    return lists.flat();
  }

  fetchSegment(segment: RecordedSegment, path: string): Promise<boolean> {
    return this.#calls.fetchSegment(segment.node, toNode(segment), path);
  }

  removeSegment(segment: RecordedSegment): Promise<void> {
    return this.#calls.removeSegment(segment.node, toNode(segment));
  }

  async admitExternalPeer(room: string, user: number, may: 'publish' | 'view', sdp: string) {
    const node = this.#nodeOf(room);
    const inside = await this.#calls.admitPeer(node, { room, user, may, sdp });
    if (typeof inside === 'string' || 'reason' in inside) return inside;
    return { resource: `${this.#nodes.indexOf(node)}-${inside.id}`, sdp: inside.sdp };
  }

  async removeExternalPeer(resource: string): Promise<boolean> {
    const [, index, id] = RESOURCE.exec(resource) ?? [];
    const node = this.#nodes[Number(index)];
    return node !== undefined && id !== undefined && (await this.#calls.removePeer(node, id));
  }

  end(room: string): void {
    this.#sendToAll({ type: 'end', room, reason: 'ended' });
  }

  onEvent(listener: (event: MediaRoomEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hasParticipant(room: string, user: number): boolean | undefined {
    return this.#links && this.#linksTo(room, user).length > 0;
  }

  isUp(): boolean {
    return this.#links === undefined || this.#liveLinks.length > 0;
  }

  get roomsMax(): number {
    return this.#nodes.length * MEDIA_NODE_ROOMS_MAX;
  }

  load(): NodeLoad {
    return sumLoads(this.#liveLinks);
  }

  async watch(): Promise<() => void> {
    const secret = await findMediaSecret(this.#parts);
    const opened = this.#nodes.map(
      (url) =>
        new NodeLink({
          url,
          secret,
          trust: () => trustOfNodes(this.#parts.config),
          clock: this.#parts.clock,
          log: this.#parts.log,
          onParticipantEvent: (event) => this.#handleParticipantEvent(event),
          onLost: (roomIds) => this.#emit({ type: 'node_lost', roomIds }),
          // A node that was down has lost the recording requests, so they are repeated.
          onUp: (link) => {
            for (const room of this.#recorded) link.send({ type: 'record', room, on: true });
          },
          onSegment: ({ node, ...segment }) => this.#emit({ type: 'segment', ...toRecorded(node, segment) }),
        }),
    );
    this.#links = opened;
    return () => {
      for (const link of opened) link.close();
      this.#links = undefined;
    };
  }
}

const sumLoads = (links: readonly NodeLink[]): NodeLoad =>
  links.reduce(
    (sum, { load }) => ({
      rooms: sum.rooms + load.rooms,
      people: sum.people + load.people,
      packets: sum.packets + load.packets,
    }),
    { rooms: 0, people: 0, packets: 0 },
  );

const RESOURCE = /^(\d{1,3})-([\w-]{22})$/;

function toRecorded(node: string, segment: NodeSegment): RecordedSegment {
  const { room: roomId, session, index, startMs, durationMs, codec, width, height, bytes } = segment;
  return { roomId, node, session, index, startMs, durationMs, codec, width, height, bytes };
}

const toNode = ({ roomId, node: _, ...segment }: RecordedSegment): NodeSegment => ({ room: roomId, ...segment });
