import { musicApi } from '@app/contract/publishing/music';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { addTracks } from './add-tracks.ts';
import { serveAudio } from './audio/serve-audio.ts';
import { addCoAuthor, listCoAuthors, removeCoAuthor } from './co-authors.ts';
import { getMusicUsage } from './music-quota.ts';
import { getPlayback, savePlayback } from './playback.ts';
import { addPlaylist, editPlaylist, getPlaylistForViewer, listPlaylists, removePlaylist } from './playlists.ts';
import { searchMusic } from './search-music.ts';
import { listTakedowns, restoreRecording } from './takedowns.ts';
import { addToPlaylist, editTrack, getLyrics, getTrackForViewer, listTracks, removeTrack } from './tracks.ts';

export function registerMusic(app: FastifyInstance, services: Services): void {
  bind(app, services, musicApi, {
    add: ({ viewer, body, files, rejected: refused, idempotency }) =>
      addTracks(services, viewer, {
        playlistId: body.playlist_id,
        uploadId: body.upload_id,
        files: files.audio ?? [],
        refused,
        idempotency,
      }),
    space: ({ viewer }) => getMusicUsage(services, viewer),
    list: ({ viewer, body }) => listTracks(services, viewer, body),
    search: ({ viewer, body }) => searchMusic(services, viewer, body),
    addToPlaylist: ({ viewer, body, idempotency }) => addToPlaylist(services, viewer, body, idempotency),
    remove: ({ viewer, body }) => removeTrack(services, viewer, body),
    edit: ({ viewer, body, files }) => editTrack(services, viewer, body, files.cover?.[0]),
    playback: ({ viewer }) => getPlayback(services, viewer),
    savePlayback: ({ viewer, body }) => savePlayback(services, viewer, body),
    takedowns: ({ query }) => listTakedowns(services.db, query),
    restore: ({ viewer, params }) => restoreRecording(services, viewer, params.id),
    one: ({ viewer, params }) => getTrackForViewer(services, viewer, params.id),
    lyrics: ({ viewer, params }) => getLyrics(services, viewer, params.id),
    addPlaylist: ({ viewer, body, files, idempotency }) =>
      addPlaylist(services, viewer, body, files.image?.[0], idempotency),
    playlists: ({ viewer, body }) => listPlaylists(services, viewer, body),
    playlist: ({ viewer, params }) => getPlaylistForViewer(services, viewer, params.id),
    editPlaylist: ({ viewer, body, files }) => editPlaylist(services, viewer, body, files.image?.[0]),
    removePlaylist: ({ viewer, body }) => removePlaylist(services, viewer, body.id),
    coAuthors: ({ viewer, params }) => listCoAuthors(services, viewer, params.id),
    addCoAuthor: ({ viewer, params, body }) => addCoAuthor(services, viewer, params.id, body.user_id),
    removeCoAuthor: ({ viewer, params }) => removeCoAuthor(services, viewer, params.id, params.user_id),
  });

  app.route<{ Params: { uid: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/audio/:uid',
    // Not limited: a player sends many range requests, and an unauthorized one costs two reads by unique keys.
    config: { rateLimit: false },
    handler: (request, reply) => serveAudio(services, request, reply),
  });
}
