import { musicApi } from '@app/contract/publishing/music';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { addTracks } from './add-tracks.ts';
import { serveAudio } from './audio/serve-audio.ts';
import { getMusicUsage } from './music-quota.ts';
import { getPlayback, savePlayback } from './playback.ts';
import { addPlaylist, editPlaylist, getPlaylistForViewer, listPlaylists, removePlaylist } from './playlists.ts';
import { searchMusic } from './search-music.ts';
import { listTakedowns, restoreRecording } from './takedowns.ts';
import { addToPlaylist, editTrack, getLyrics, getTrackForViewer, listTracks, removeTrack } from './tracks.ts';

export function registerMusic(app: FastifyInstance, services: Services): void {
  bind(app, services, musicApi.add, ({ viewer, body, files, rejected: refused, idempotency }) =>
    addTracks(services, viewer, {
      playlistId: body.playlist_id,
      uploadId: body.upload_id,
      files: files.audio ?? [],
      refused,
      idempotency,
    }),
  );
  bind(app, services, musicApi.space, ({ viewer }) => getMusicUsage(services, viewer));
  bind(app, services, musicApi.list, ({ viewer, body }) => listTracks(services, viewer, body));
  bind(app, services, musicApi.search, ({ viewer, body }) => searchMusic(services, viewer, body));
  bind(app, services, musicApi.addToPlaylist, ({ viewer, body, idempotency }) =>
    addToPlaylist(services, viewer, body, idempotency),
  );
  bind(app, services, musicApi.remove, ({ viewer, body }) => removeTrack(services, viewer, body));
  bind(app, services, musicApi.edit, ({ viewer, body, files }) => editTrack(services, viewer, body, files.cover?.[0]));
  bind(app, services, musicApi.playback, ({ viewer }) => getPlayback(services, viewer));
  bind(app, services, musicApi.savePlayback, ({ viewer, body }) => savePlayback(services, viewer, body));
  bind(app, services, musicApi.takedowns, ({ query }) => listTakedowns(services.db, query));
  bind(app, services, musicApi.restore, ({ viewer, params }) => restoreRecording(services, viewer, params.id));
  bind(app, services, musicApi.one, ({ viewer, params }) => getTrackForViewer(services, viewer, params.id));
  bind(app, services, musicApi.lyrics, ({ viewer, params }) => getLyrics(services, viewer, params.id));

  bind(app, services, musicApi.addPlaylist, ({ viewer, body, files, idempotency }) =>
    addPlaylist(services, viewer, body, files.image?.[0], idempotency),
  );
  bind(app, services, musicApi.playlists, ({ viewer, body }) => listPlaylists(services, viewer, body));
  bind(app, services, musicApi.playlist, ({ viewer, params }) => getPlaylistForViewer(services, viewer, params.id));
  bind(app, services, musicApi.editPlaylist, ({ viewer, body, files }) =>
    editPlaylist(services, viewer, body, files.image?.[0]),
  );
  bind(app, services, musicApi.removePlaylist, ({ viewer, body }) => removePlaylist(services, viewer, body.id));

  app.route<{ Params: { uid: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/audio/:uid',
    // Not limited: a player sends many range requests, and an unauthorized one costs two reads by unique keys.
    config: { rateLimit: false },
    handler: (request, reply) => serveAudio(services, request, reply),
  });
}
