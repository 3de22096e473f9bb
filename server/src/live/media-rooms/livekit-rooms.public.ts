import { CALL_PEOPLE_MAX, type MediaSeat, SEAT_MINUTES } from '@app/contract/live/media-room';
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
  /** LiveKit tells what happened in a room. False: it was not LiveKit, or not what it said. */
  hear(body: string, authorization: string | undefined): Promise<boolean>;
}

interface Parts {
  livekit: NonNullable<Config['livekit']>;
  clock: () => Date;
  log: BaseLogger;
}

/** A room that everybody left is gone so soon; people have their own few seconds to come back. */
const EMPTY_SECONDS = 10;
/** LiveKit signs for five minutes; what it told before that is told again by somebody else. */
const NEWS_VALID_MS = 10 * 60_000;
const REMEMBERED_MAX = 10_000;

const SOURCES = [TrackSource.CAMERA, TrackSource.MICROPHONE, TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO];

/** Exactly this room, and whether to be seen and heard in it; nothing else that LiveKit can do. */
function grantOf(roomId: string, may: 'publish' | 'view'): VideoGrant {
  return {
    roomJoin: true,
    room: roomId,
    canSubscribe: true,
    canPublish: may === 'publish',
    canPublishSources: may === 'publish' ? SOURCES : [],
    canPublishData: false,
    // A raised hand is said about oneself.
    canUpdateOwnMetadata: may === 'publish',
  };
}

/** Rooms on LiveKit: the same seats and the same news, carried by somebody else's servers. */
export function createLivekitRooms({ livekit, clock, log }: Parts): LivekitRooms {
  const { url, apiKey, apiSecret } = livekit;
  const service = new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);
  const receiver = new WebhookReceiver(apiKey, apiSecret);
  const listeners = new Set<(event: MediaRoomEvent) => void>();
  const heard = new Set<string>();
  /** The connection by which each person came in last: the end of an earlier one is no leaving. */
  const connections = new Map<string, string>();

  function tell(event: MediaRoomEvent): void {
    for (const listener of listeners) listener(event);
  }

  function ask(what: string, asked: Promise<void>): void {
    asked.catch((error: unknown) => {
      // Gone already.
      if (error instanceof ServerError && error.status === 404) return;
      log.warn({ err: error, what }, 'LiveKit did not do what it was asked');
    });
  }

  function note(name: string, roomId: string, person: { identity: string; sid: string } | undefined): void {
    if (name === 'room_finished') tell({ type: 'room_empty', roomId });
    const userId = Number(person?.identity);
    if (person === undefined || !Number.isSafeInteger(userId) || userId <= 0) return;
    const key = `${roomId} ${userId}`;
    if (name === 'participant_joined') {
      remember(connections, key, person.sid);
      tell({ type: 'person_connected', roomId, userId });
    } else if (name === 'participant_left' || name === 'participant_connection_aborted') {
      if ((connections.get(key) ?? person.sid) !== person.sid) return;
      connections.delete(key);
      tell({ type: 'person_lost', roomId, userId });
    }
  }

  return {
    async seat(room: MediaRoom, userId, may): Promise<MediaSeat> {
      const now = clock().getTime();
      const token = new AccessToken(apiKey, apiSecret, { identity: String(userId), ttl: SEAT_MINUTES * 60 });
      token.addGrant(grantOf(room.id, may));
      token.roomConfig = new RoomConfiguration({
        name: room.id,
        emptyTimeout: EMPTY_SECONDS,
        departureTimeout: EMPTY_SECONDS,
        ...(room.kind === 'call' && { maxParticipants: CALL_PEOPLE_MAX }),
      });
      return {
        engine: 'livekit',
        url: url.replace(/^http/, 'ws'),
        token: await token.toJwt(),
        expires_at: new Date(now + SEAT_MINUTES * 60_000).toISOString(),
      };
    },
    drop(roomId, userId) {
      // The token may be good for some minutes yet: it opens nothing any more.
      const revokeTokenTs = BigInt(Math.floor(clock().getTime() / 1000));
      ask('drop', service.removeParticipant(roomId, String(userId), { revokeTokenTs }));
    },
    // Its egress records, where it is set up.
    record() {},
    segments: async () => [],
    fetchSegment: async () => false,
    async removeSegment() {},
    letIn: async () => 'unsupported',
    letOut: async () => false,
    end: (roomId) => ask('end', service.deleteRoom(roomId)),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // Its news are repeated until they are heard.
    isHere: () => undefined,
    isUp: () => true,
    // LiveKit counts for itself.
    load: () => ({ rooms: 0, people: 0, packets: 0 }),
    watch: async () => () => {},
    async hear(body, authorization) {
      const news = await receiver.receive(body, authorization).catch(() => undefined);
      if (news === undefined) return false;
      const age = clock().getTime() - Number(news.createdAt) * 1000;
      // LiveKit repeats what was not answered.
      if (heard.has(news.id) || age > NEWS_VALID_MS) return true;
      remember(heard, news.id);
      if (news.room !== undefined) note(news.event, news.room.name, news.participant);
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
