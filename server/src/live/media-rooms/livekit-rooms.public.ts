import { CALL_PARTICIPANTS_MAX, JOIN_TOKEN_MINUTES, type MediaJoinToken } from '@app/contract/live/media-room';
import {
  AccessToken,
  RoomConfiguration,
  RoomServiceClient,
  ServerError,
  TrackSource,
  type VideoGrant,
  WebhookReceiver,
} from 'livekit-server-sdk';
import type { BaseLogger } from 'pino';
import type { Config } from '../../platform/config.ts';
import type { MediaRoom, MediaRoomEvent, MediaRooms } from './media-rooms.public.ts';

export interface LivekitRooms extends MediaRooms {
  /** Handles a LiveKit webhook. Returns false when the signature is invalid. */
  handleWebhook(body: string, authorization: string | undefined): Promise<boolean>;
}

interface Parts {
  livekit: NonNullable<Config['livekit']>;
  clock: () => Date;
  log: BaseLogger;
}

/** LiveKit deletes an abandoned room after this time. Participants have their own few seconds to reconnect. */
const EMPTY_SECONDS = 10;
/** LiveKit signatures are valid for five minutes; webhook events older than this are ignored. */
const WEBHOOK_VALID_MS = 10 * 60_000;
const REMEMBERED_MAX = 10_000;

const SOURCES = [TrackSource.CAMERA, TrackSource.MICROPHONE, TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO];

function grantOf(roomId: string, may: 'publish' | 'view'): VideoGrant {
  return {
    roomJoin: true,
    room: roomId,
    canSubscribe: true,
    canPublish: may === 'publish',
    canPublishSources: may === 'publish' ? SOURCES : [],
    canPublishData: false,
    // A raised hand is stored in the participant's own metadata.
    canUpdateOwnMetadata: may === 'publish',
  };
}

export function createLivekitRooms({ livekit, clock, log }: Parts): LivekitRooms {
  const { url, apiKey, apiSecret } = livekit;
  const service = new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);
  const receiver = new WebhookReceiver(apiKey, apiSecret);
  const listeners = new Set<(event: MediaRoomEvent) => void>();
  const handledEventIds = new Set<string>();
  /** The latest connection of each participant; the end of an earlier connection is not reported as leaving. */
  const connections = new Map<string, string>();

  function emit(event: MediaRoomEvent): void {
    for (const listener of listeners) listener(event);
  }

  function runInBackground(what: string, asked: Promise<void>): void {
    asked.catch((error: unknown) => {
      if (error instanceof ServerError && error.status === 404) return;
      log.warn({ err: error, what }, 'LiveKit failed a request');
    });
  }

  function applyWebhookEvent(
    name: string,
    roomId: string,
    person: { identity: string; sid: string } | undefined,
  ): void {
    if (name === 'room_finished') emit({ type: 'room_empty', roomId });
    const userId = Number(person?.identity);
    if (person === undefined || !Number.isSafeInteger(userId) || userId <= 0) return;
    const key = `${roomId} ${userId}`;
    if (name === 'participant_joined') {
      remember(connections, key, person.sid);
      emit({ type: 'person_connected', roomId, userId });
    } else if (name === 'participant_left' || name === 'participant_connection_aborted') {
      if ((connections.get(key) ?? person.sid) !== person.sid) return;
      connections.delete(key);
      emit({ type: 'person_lost', roomId, userId });
    }
  }

  return {
    async createJoinToken(room: MediaRoom, userId, may): Promise<MediaJoinToken> {
      const now = clock().getTime();
      const token = new AccessToken(apiKey, apiSecret, { identity: String(userId), ttl: JOIN_TOKEN_MINUTES * 60 });
      token.addGrant(grantOf(room.id, may));
      token.roomConfig = new RoomConfiguration({
        name: room.id,
        emptyTimeout: EMPTY_SECONDS,
        departureTimeout: EMPTY_SECONDS,
        ...(room.kind === 'call' && { maxParticipants: CALL_PARTICIPANTS_MAX }),
      });
      return {
        engine: 'livekit',
        url: url.replace(/^http/, 'ws'),
        token: await token.toJwt(),
        expires_at: new Date(now + JOIN_TOKEN_MINUTES * 60_000).toISOString(),
      };
    },
    removeParticipant(roomId, userId) {
      // Revokes the participant's token, which may otherwise stay valid for some minutes.
      const revokeTokenTs = BigInt(Math.floor(clock().getTime() / 1000));
      runInBackground('drop', service.removeParticipant(roomId, String(userId), { revokeTokenTs }));
    },
    // LiveKit records with its own egress service, where that is set up.
    record() {},
    segments: async () => [],
    fetchSegment: async () => false,
    async removeSegment() {},
    admitExternalPeer: async () => 'unsupported',
    removeExternalPeer: async () => false,
    end: (roomId) => runInBackground('end', service.deleteRoom(roomId)),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hasParticipant: () => undefined,
    isUp: () => true,
    load: () => ({ rooms: 0, people: 0, packets: 0 }),
    roomsMax: null,
    watch: async () => () => {},
    async handleWebhook(body, authorization) {
      const webhookEvent = await receiver.receive(body, authorization).catch(() => undefined);
      if (webhookEvent === undefined) return false;
      const age = clock().getTime() - Number(webhookEvent.createdAt) * 1000;
      // LiveKit repeats webhook events that were not acknowledged.
      if (handledEventIds.has(webhookEvent.id) || age > WEBHOOK_VALID_MS) return true;
      remember(handledEventIds, webhookEvent.id);
      if (webhookEvent.room !== undefined)
        applyWebhookEvent(webhookEvent.event, webhookEvent.room.name, webhookEvent.participant);
      return true;
    },
  };
}

function remember(known: Set<string>, key: string): void;
function remember(known: Map<string, string>, key: string, value: string): void;
function remember(known: Set<string> | Map<string, string>, key: string, value = ''): void {
  known.delete(key);
  if (known instanceof Map) known.set(key, value);
  else known.add(key);
  const [oldest] = known.keys();
  if (known.size > REMEMBERED_MAX && oldest !== undefined) known.delete(oldest);
}
