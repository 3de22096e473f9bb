import { type StreamAudience, streamsApi } from '@app/contract/live/streams';
import type { FastifyInstance } from 'fastify';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { bind } from '../../platform/http/bind.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { mayViewPublication } from '../../publishing/publications/may-view-publication.public.ts';
import { findRecordings, publishRecording } from '../stream-recordings/stream-recordings.public.ts';
import { registerCalendar } from './calendar.ts';
import { editStream } from './edit-stream.ts';
import { followStreamRooms } from './follow-rooms.ts';
import { listPinnedAds, pinAds } from './pins.ts';
import { posterUrl, registerPosters, setPoster } from './poster.ts';
import { listStreams, presentEndedStream, presentStream } from './present-streams.ts';
import { createReactions } from './react.ts';
import { setReminder } from './set-reminder.ts';
import { createStream } from './start-stream.ts';
import { deleteStreamMessage, listChat, listReplay, muteInStream, sendStreamMessage } from './stream-chat.ts';
import { generateStreamKey, presentStreamKey } from './stream-key.ts';
import { isRunning } from './stream-state.ts';
import { findStreamTransport } from './stream-transport.ts';
import { findVisibleStream, type StreamRow } from './streams.queries.ts';
import { registerStreamSocket } from './streams.realtime.ts';
import { themeFor } from './theme.ts';

const DONE = { success: true } as const;

export function registerStreams(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const reactions = createReactions(services);
  app.addHook('onClose', () => reactions.close());
  registerStreamSocket(app, services);
  registerPosters(app, services);
  registerCalendar(app, services);
  followStreamRooms(app, services);

  bind(app, services, streamsApi, {
    add: async ({ viewer, body, idempotency }) =>
      presentStream(services, viewer, await createStream(services, viewer, body, idempotency)),
    list: ({ viewer, query }) => listStreams(services, viewer, query),
    get: async ({ viewer, body: { stream_id, ...asked } }) => {
      if (stream_id == null) return { ...(await listStreams(services, viewer, asked)), stream: null };
      const stream = await presentStream(services, viewer, stream_id);
      return { streams: [stream], total: 1, announced: [], past: [], stream };
    },
    edit: async ({ viewer, body }) => {
      const { stream_id, user_name: _, photo: __, ...edit } = body;
      await editStream(services, viewer, stream_id, edit);
      return viewer.isStaff
        ? presentEndedStream(services, viewer, stream_id)
        : presentStream(services, viewer, stream_id);
    },
    createJoinToken: ({ viewer, params }) => findStreamTransport(services, viewer, params.id),
    chat: async ({ viewer, params, query }) => {
      const { state } = await getVisible(db, viewer, params.id);
      if (state === 'ended') await requireReplay(db, viewer, params.id);
      return listChat(db, viewer, params.id, query);
    },
    sendMessage: ({ viewer, params, body, idempotency }) =>
      sendStreamMessage(services, viewer, params.id, body.message, idempotency),
    deleteMessage: async ({ viewer, params }) => {
      await deleteStreamMessage(services, viewer, params.id, params.message_id);
      return DONE;
    },
    mute: async ({ viewer, params, body }) => {
      await muteInStream(services, await getOwn(db, viewer, params.id), body.user_id, body.muted === 1);
      return { user_id: body.user_id, muted: body.muted };
    },
    react: async ({ viewer, params, body }) => {
      if (!isRunning((await getVisible(db, viewer, params.id)).state)) throw new Failure('stream_over');
      return { counts: await reactions.add(params.id, body.kind, body.count) };
    },
    pin: async ({ viewer, params, body }) => {
      await getOwn(db, viewer, params.id);
      await pinAds(services, params.id, body.board_ids);
      return { board_ids: body.board_ids };
    },
    pins: async ({ viewer, params }) => {
      await getVisible(db, viewer, params.id);
      return { list: await listPinnedAds(services, viewer, params.id) };
    },
    remind: ({ viewer, params, body }) => setReminder(db, viewer, params.id, body.on === 1),
    key: ({ viewer }) => presentStreamKey(services, viewer.userId),
    createKey: ({ viewer }) => generateStreamKey(services, viewer.userId),
    poster: async ({ viewer, params, files }) => {
      if (!isRunning((await getOwn(db, viewer, params.id)).state)) throw new Failure('stream_over');
      const [file] = files.poster ?? [];
      if (file === undefined) throw new Failure('file_empty');
      const uid = await setPoster(services, params.id, file);
      return { poster: uid === null ? null : posterUrl(params.id, uid) };
    },
    publish: async ({ viewer, params, body }) => {
      const stream = await getOwn(db, viewer, params.id);
      if (stream.state !== 'ended') throw new Failure('stream_on_air');
      const made = await db.transaction().execute((tx: Tx) =>
        publishRecording(services, tx, {
          streamId: stream.id,
          ownerId: viewer.userId,
          description: body.publish_description || themeFor(texts, viewer.lang, stream),
          audience: body.audience ?? narrow(stream.audience),
        }),
      );
      return { publish_id: made === 'waiting' ? null : made };
    },
    replay: async ({ viewer, params, query }) => {
      await requireReplay(db, viewer, params.id);
      return { list: await listReplay(db, viewer, params.id, query) };
    },
  });
}

async function getVisible(db: Db, viewer: Viewer, id: number): Promise<StreamRow> {
  return requireFound(await findVisibleStream(db, viewer, id));
}

async function getOwn(db: Db, viewer: SignedInViewer, id: number): Promise<StreamRow> {
  const stream = await getVisible(db, viewer, id);
  if (stream.userId !== viewer.userId) throw new Failure('forbidden');
  return stream;
}

/** Stream messages follow the audience of the publication made from the stream. */
async function requireReplay(db: Db, viewer: Viewer, id: number): Promise<void> {
  const publishId = (await findRecordings(db, [id])).get(id)?.publishId ?? null;
  if (publishId === null) await getVisible(db, viewer, id);
  else if (!(await mayViewPublication(db, viewer, publishId))) throw new Failure('not_found');
}

/** Publications have no audience `link`; such a stream's publication is private until its owner changes that. */
const narrow = (audience: StreamAudience): Exclude<StreamAudience, 'link'> => (audience === 'link' ? 'me' : audience);
