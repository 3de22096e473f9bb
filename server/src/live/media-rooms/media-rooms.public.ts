import { JOIN_TOKEN_MINUTES, MEDIA_SOCKET_PATH, type MediaJoinToken } from '@app/contract/live/media-room';
import type { ControlClientMessage, NodeSegment } from '@app/media-node/control-messages';
import { signJoinToken } from '@app/media-node/join-token';
import type { SegmentName } from '@app/media-node/segment-name';
import type { BaseLogger } from 'pino';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/tables.ts';
import { findMediaSecret } from './media-secret.public.ts';
import { NodeApiClient } from './node-api-client.ts';
import { NodeLink, type NodeLoad, type ParticipantEvent } from './node-link.ts';
import { pickNode } from './rendezvous.ts';

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
  ): Promise<ExternalPeerAnswer | 'bad_offer' | 'full' | 'unsupported'>;
  removeExternalPeer(resource: string): Promise<boolean>;
  onEvent(listener: (event: MediaRoomEvent) => void): () => void;
  /**
   * Returns whether the user is in the room as far as this app node knows; undefined where it does not watch the room.
   */
  hasParticipant(roomId: string, userId: number): boolean | undefined;
  /** Returns whether any node is up. Nodes that are not watched are assumed to be up. */
  isUp(): boolean;
  load(): NodeLoad;
  watch(): Promise<() => void>;
}

interface Parts {
  db: Db;
  config: Config;
  clock: () => Date;
  log: BaseLogger;
}

export function createMediaRooms({ db, config, clock, log }: Parts): MediaRooms {
  const beside = `ws://127.0.0.1:${config.media.port}`;
  const nodes = config.media.urls ?? [beside];
  const listeners = new Set<(event: MediaRoomEvent) => void>();
  const calls = new NodeApiClient(() => findMediaSecret({ db, config }));
  const recorded = new Set<string>();
  let links: NodeLink[] | undefined;

  const emit = (event: MediaRoomEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const liveLinks = (): NodeLink[] => links?.filter(({ isUp }) => isUp) ?? [];
  const sendToAll = (message: ControlClientMessage): void => {
    for (const link of liveLinks()) link.send(message);
  };

  /**
   * Returns the node that already has the room, else the node that it belongs on. While no node is up, all are assumed
   * to come back.
   */
  function nodeOf(roomId: string): string {
    const carriers = liveLinks().filter((link) => link.hasParticipant(roomId));
    const candidates = [carriers, liveLinks()].find((list) => list.length > 0)?.map(({ url }) => url) ?? nodes;
    return pickNode(candidates, roomId) ?? beside;
  }

  /**
   * App nodes with different views of the media nodes may have sent participants of one room to two nodes; one of the
   * two rooms is ended.
   */
  function endDuplicateRoom(roomId: string): void {
    const carriers = liveLinks().filter((link) => link.hasParticipant(roomId));
    if (carriers.length < 2) return;
    const stays = nodeOf(roomId);
    for (const link of carriers) if (link.url !== stays) link.send({ type: 'end', room: roomId, reason: 'moved' });
  }

  function handleParticipantEvent(event: ParticipantEvent): void {
    const roomId = event.room;
    const userId = event.type === 'room_empty' ? undefined : event.user;
    if (event.type !== 'person_connected' && liveLinks().some((link) => link.hasParticipant(roomId, userId))) return;
    if (event.type === 'room_empty') emit({ type: 'room_empty', roomId });
    else emit({ type: event.type, roomId, userId: event.user });
    endDuplicateRoom(roomId);
  }

  return {
    async createJoinToken(room, userId, may) {
      const expiresAt = new Date(clock().getTime() + JOIN_TOKEN_MINUTES * 60_000);
      const secret = await findMediaSecret({ db, config });
      const origin = config.media.urls === undefined ? '' : nodeOf(room.id);
      return {
        engine: 'sfu',
        url: `${origin}${MEDIA_SOCKET_PATH}`,
        token: signJoinToken(secret, { roomId: room.id, kind: room.kind, userId, may, expiresAt }),
        expires_at: expiresAt.toISOString(),
      };
    },
    removeParticipant: (room, user) => sendToAll({ type: 'drop', room, user }),
    record(room, on) {
      if (on) recorded.add(room);
      else recorded.delete(room);
      sendToAll({ type: 'record', room, on });
    },
    async segments() {
      const lists = await Promise.all(
        liveLinks().map(async ({ url }) => {
          // The segments of a node that just died become available when it is up again.
          const listed = await calls.listSegments(url).catch((error: unknown) => {
            log.warn({ err: error, node: url }, 'a media node did not report its recordings');
            return [];
          });
          return listed.map((segment) => toRecorded(url, segment));
        }),
      );
      return lists.flat();
    },
    fetchSegment: (segment, path) => calls.fetchSegment(segment.node, toNode(segment), path),
    removeSegment: (segment) => calls.removeSegment(segment.node, toNode(segment)),
    async admitExternalPeer(room, user, may, sdp) {
      const node = nodeOf(room);
      const inside = await calls.admitPeer(node, { room, user, may, sdp });
      return typeof inside === 'string' ? inside : { resource: `${nodes.indexOf(node)}-${inside.id}`, sdp: inside.sdp };
    },
    async removeExternalPeer(resource) {
      const [, index, id] = RESOURCE.exec(resource) ?? [];
      const node = nodes[Number(index)];
      return node !== undefined && id !== undefined && (await calls.removePeer(node, id));
    },
    end: (room) => sendToAll({ type: 'end', room, reason: 'ended' }),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hasParticipant: (room, user) =>
      links === undefined ? undefined : liveLinks().some((link) => link.hasParticipant(room, user)),
    isUp: () => links === undefined || liveLinks().length > 0,
    load: () => sumLoads(liveLinks()),
    async watch() {
      const secret = await findMediaSecret({ db, config });
      const onLost = (roomIds: string[]): void => emit({ type: 'node_lost', roomIds });
      // A node that was down has lost the recording requests, so they are repeated.
      const onUp = (link: NodeLink): void => {
        for (const room of recorded) link.send({ type: 'record', room, on: true });
      };
      const onSegment = ({ node, ...segment }: NodeSegment & { node: string }): void =>
        emit({ type: 'segment', ...toRecorded(node, segment) });
      const hooks = { onParticipantEvent: handleParticipantEvent, onLost, onUp, onSegment };
      const opened = nodes.map((url) => new NodeLink({ url, secret, log, ...hooks }));
      links = opened;
      return () => {
        for (const link of opened) link.close();
        links = undefined;
      };
    },
  };
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
