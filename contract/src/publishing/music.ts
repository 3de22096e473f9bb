import { z } from 'zod';
import { IMAGE_ERRORS, images } from '../files/media.ts';
import { UPLOAD_ERRORS, UPLOAD_MAX_BYTES, uploadId } from '../files/uploads.ts';
import { audience } from '../people/privacy.ts';
import { endpoint } from '../platform/endpoint.ts';
import type { ErrorCode } from '../platform/errors.ts';
import {
  bit,
  flag,
  id,
  idList,
  optionalId,
  requiredLine,
  search,
  singleLine,
  text,
  timestamp,
  wholeNumber,
} from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';

export const AUDIO_MAX_BYTES = UPLOAD_MAX_BYTES.audio;
export const AUDIO_FILES_MAX = 10;
export const TRACK_TITLE_MAX = 200;
export const LYRICS_MAX = 20_000;
export const PLAYLIST_NAME_MAX = 100;
export const PLAYLISTS_MAX = 200;
export const PLAYLIST_TRACKS_MAX = 2000;
export const CO_AUTHORS_MAX = 20;
export const PLAYLISTS_PAGE_SIZE = 50;
export const TRACKS_PAGE_SIZE = 100;
export const MUSIC_PAGE_MAX = 200;
export const MUSIC_SEARCH_SIZE = 20;
export const QUEUE_MAX = 500;
/** Delays fixed by the specification, milliseconds: before the next track and after adding tracks. */
export const NEXT_TRACK_MS = 2000;
export const AUDIO_ADDED_MS = 3000;
/** Target loudness of every track, LUFS (EBU R 128 uses −23 for broadcast; music services use about −14). */
export const LOUDNESS_TARGET_LUFS = -14;

export const AUDIO_ERRORS = [
  'file_empty',
  'file_too_large',
  'too_many_files',
  'unsupported_media',
  'unprocessable_audio',
  'upload_aborted',
  'taken_down',
  'storage_full',
] as const satisfies readonly ErrorCode[];

const owner = { firstname: z.string(), lastname: z.string() };

export const Playlist = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Address of the picture; null: pages draw a cover from the id. `src` is the same. */
  image: z.string().nullable(),
  src: z.string().nullable(),
  user_id: z.number().int(),
  ...owner,
  tracks: z.number().int(),
  duration_ms: z.number().int(),
  audience,
  own: bit,
  may_share: bit,
  /** Number of friends whom the owner lets add tracks. */
  co_authors: z.number().int(),
  /** 1: I am one of them, and see the playlist whatever its audience. */
  co_author: bit,
});
export type Playlist = z.infer<typeof Playlist>;

const person = { id: z.number().int(), ...owner };

/** A friend whom the owner of a playlist lets add tracks; `timestamp`: since when. */
export const CoAuthor = z.object({ ...person, photo: z.string().nullable(), timestamp: timestamp });
export type CoAuthor = z.infer<typeof CoAuthor>;

/** An entry of a playlist. The same recording may be in many playlists, each time as a separate entry. */
export const Track = z.object({
  id: z.number().int(),
  title: z.string(),
  artist: z.string(),
  src: z.string(),
  playlist_id: z.number().int(),
  /** The owner of the playlist. */
  user_id: z.number().int(),
  /** Who added the entry; null when that person left, is suspended, or is across a block from me. */
  added_by: z.object(person).nullable(),
  cover: z.string().nullable(),
  duration_ms: z.number().int(),
  mime: z.string(),
  /** Gain for equal loudness, decibel; 0 while not measured. Never raises peaks above full scale. */
  gain_db: z.number(),
  lyrics: bit,
  /** 1: I may change and delete the entry, as the owner of the playlist or the co-author who added it. */
  own: bit,
  kept: bit,
  timestamp: timestamp,
});
export type Track = z.infer<typeof Track>;

/** A rejected file of an upload; `index` is its position in the request. */
const Refused = z.object({ index: z.number().int(), name: z.string(), code: z.string(), message: z.string() });

const Queue = z.object({
  track_id: z.number().int(),
  position_ms: z.number().int(),
  queue: z.array(Track),
  shuffle: bit,
  repeat: z.enum(['none', 'all', 'one']),
  paused: bit,
  /** Random device id made up by the page. */
  device: z.string(),
  timestamp: timestamp,
});
export type Playback = z.infer<typeof Queue>;

const Params = z.object({ id });
const CoAuthors = z.object({ list: z.array(CoAuthor) });
const playlistPaths = (suffix: string) => [`/api/playlist/${suffix}`, `/api/playlists/${suffix}`];
const audioFiles = { kind: 'any', maxCount: AUDIO_FILES_MAX, maxBytes: AUDIO_MAX_BYTES, each: true } as const;

export const musicApi = {
  add: endpoint('PUT', '/api/audio/add', 'user', {
    summary:
      'Add tracks to an own playlist or one that I am co-author of: sent with the call (`audio`, also `audio[]`) or as a finished resumable upload. What is no audio is refused by itself; all refused is an error.',
    body: z.object({ playlist_id: id, upload_id: uploadId.optional() }),
    files: { audio: audioFiles },
    response: z.object({ music: z.array(Track), refused: z.array(Refused) }),
    errors: ['already_exists', 'forbidden', 'not_found', 'playlist_full', ...AUDIO_ERRORS, ...UPLOAD_ERRORS],
    limit: { max: 300, seconds: 3600 },
  }),
  space: endpoint('GET', '/api/audio/space', 'user', {
    summary: 'Bytes of the tracks that the viewer sent, each content once, and the limit.',
    response: z.object({ used: z.number().int(), max: z.number().int() }),
  }),
  list: endpoint('POST', '/api/audio/get', 'user', {
    readsOnly: true,
    summary:
      'Tracks of a playlist that I see in its order; without `playlist_id` those of all playlists of `user_id` (mine without it), the newest first.',
    body: z.object({ playlist_id: optionalId, user_id: optionalId, ...pagePaging(TRACKS_PAGE_SIZE, MUSIC_PAGE_MAX) }),
    response: z.object({ music: z.array(Track), total, playlist: Playlist.nullable() }),
    errors: ['not_found'],
  }),
  search: endpoint('PUT', '/api/audio/search', 'user', {
    readsOnly: true,
    summary: 'Playlists and tracks that I see, by words of any form, typos forgiven.',
    standby: true,
    body: z.object({ search, ...pagePaging(MUSIC_SEARCH_SIZE, 100) }),
    response: z.object({
      playlists: z.array(Playlist),
      music: z.array(Track),
      playlists_total: total,
      music_total: total,
    }),
  }),
  addToPlaylist: endpoint('PUT', '/api/audio/add/pl', 'user', {
    summary:
      'Add a track that I see to an own playlist or one that I am co-author of. The recording is not stored again.',
    body: z.object({ audio_id: id, playlist_id: id }),
    response: Track,
    errors: ['forbidden', 'not_found', 'already_exists', 'playlist_full', 'taken_down'],
  }),
  remove: endpoint('PUT', '/api/audio/del', 'user', {
    summary:
      'Delete an entry of an own playlist, or one that I added as co-author; entries of others stay. With `playlist_id` only when it is in that one.',
    body: z.object({ audio_id: id, playlist_id: optionalId }),
    response: z.object({ audio_id: z.number().int() }),
    errors: ['forbidden', 'not_found'],
  }),
  edit: endpoint('POST', '/api/audio/edit', 'user', {
    summary:
      'Change title, artist, lyrics or picture of an own entry; omitted fields stay. Lyrics: plain, or with LRC times.',
    body: z.object({
      audio_id: id,
      title: requiredLine(TRACK_TITLE_MAX).optional(),
      artist: singleLine(TRACK_TITLE_MAX).optional(),
      lyrics: text(LYRICS_MAX).optional(),
    }),
    files: { cover: images(1) },
    response: Track,
    errors: ['forbidden', 'not_found', ...IMAGE_ERRORS],
  }),
  one: endpoint('GET', '/api/audio/{id}', 'user', {
    summary: 'One track that I see.',
    params: Params,
    response: Track,
    errors: ['not_found'],
  }),
  lyrics: endpoint('GET', '/api/audio/{id}/lyrics', 'user', {
    summary: 'Lyrics of a track: lines with their times in milliseconds, or without (`at` null).',
    standby: true,
    params: Params,
    response: z.object({
      synced: bit,
      lines: z.array(z.object({ at: z.number().int().nullable(), text: z.string() })),
      source: z.string(),
    }),
    errors: ['not_found'],
  }),
  playback: endpoint('GET', '/api/audio/playback', 'user', {
    summary: 'The viewer’s last playback position on any device; null before the first time.',
    response: z.object({ playback: Queue.nullable() }),
  }),
  savePlayback: endpoint('PUT', '/api/audio/playback', 'user', {
    summary:
      'Save the playback position and publish it to the viewer’s other devices; a playing device pauses when another starts (`takes_over` 1).',
    body: z.object({
      track_id: id,
      position_ms: wholeNumber(0, 24 * 3_600_000),
      /** Absent: the queue is unchanged. */
      queue: idList(QUEUE_MAX).optional(),
      shuffle: flag.optional(),
      repeat: z.enum(['none', 'all', 'one']).optional(),
      paused: flag.optional(),
      device: singleLine(64),
      takes_over: flag.optional(),
    }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
    limit: { max: 120, seconds: 60 },
  }),
  addPlaylist: endpoint('PUT', playlistPaths('add'), 'user', {
    summary: 'Create a playlist with a name and at most one picture.',
    body: z.object({
      name: requiredLine(PLAYLIST_NAME_MAX),
      audience: audience.optional(),
      may_share: flag.optional(),
    }),
    files: { image: images(1) },
    response: Playlist,
    errors: ['playlists_full', 'not_found', ...IMAGE_ERRORS],
    limit: { max: 60, seconds: 3600 },
  }),
  playlists: endpoint('POST', playlistPaths('get'), 'user', {
    readsOnly: true,
    summary:
      'Playlists of `user_id` that I see, the newest first. Without `user_id`, or with mine: my own and those that I am co-author of.',
    body: z.object({ user_id: optionalId, search, ...pagePaging(PLAYLISTS_PAGE_SIZE, MUSIC_PAGE_MAX) }),
    response: z.object({ playlists: z.array(Playlist), total }),
    errors: ['not_found'],
  }),
  playlist: endpoint('GET', playlistPaths('{id}'), 'user', {
    summary: 'One playlist that I see.',
    params: Params,
    response: Playlist,
    errors: ['not_found'],
  }),
  editPlaylist: endpoint('POST', playlistPaths('edit'), 'user', {
    summary:
      'Change name, picture, audience or order (`order`: ids of all its tracks) of an own playlist; omitted fields stay. `remove_image` 1 removes the picture.',
    body: z.object({
      id,
      name: requiredLine(PLAYLIST_NAME_MAX).optional(),
      audience: audience.optional(),
      may_share: flag.optional(),
      order: idList(PLAYLIST_TRACKS_MAX).optional(),
      remove_image: flag.optional(),
    }),
    files: { image: images(1) },
    response: Playlist,
    errors: ['forbidden', 'not_found', 'conflict', ...IMAGE_ERRORS],
  }),
  removePlaylist: endpoint('PUT', playlistPaths('del'), 'user', {
    summary: 'Delete an own playlist and its entries.',
    body: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['forbidden', 'not_found'],
  }),
  coAuthors: endpoint('GET', playlistPaths('{id}/authors'), 'user', {
    summary: 'Co-authors of a playlist that I see, in the order of their invitations.',
    params: Params,
    response: CoAuthors,
    errors: ['not_found'],
  }),
  addCoAuthor: endpoint('PUT', playlistPaths('{id}/authors'), 'user', {
    summary: `Let a friend add tracks to an own playlist, at most ${CO_AUTHORS_MAX} friends; repeating changes nothing.`,
    params: Params,
    body: z.object({ user_id: id }),
    response: CoAuthors,
    errors: ['forbidden', 'not_found', 'co_author_not_friend', 'co_authors_full'],
    limit: { max: 120, seconds: 3600 },
  }),
  removeCoAuthor: endpoint('DELETE', playlistPaths('{id}/authors/{user_id}'), 'user', {
    summary:
      'Remove a co-author from an own playlist; with my own id, leave it. Entries stay, repeating changes nothing, and the end of the friendship does the same.',
    params: z.object({ id, user_id: id }),
    /** `playlist`: as I see it now; null when I no longer see it. */
    response: z.object({ id: z.number().int(), user_id: z.number().int(), playlist: Playlist.nullable() }),
    errors: ['forbidden', 'not_found'],
  }),
  takedowns: endpoint('GET', '/api/audio/takedowns', 'public', {
    summary: 'The log of recordings taken down for their rights holders: recording, time and holder; newest first.',
    query: z.object(pagePaging(24, 100)),
    response: z.object({
      list: z.array(
        z.object({
          id: z.number().int(),
          title: z.string(),
          artist: z.string(),
          holder: z.string(),
          timestamp: timestamp,
          /** When the track was reinstated after an objection; null while it is taken down. */
          restored: timestamp.nullable(),
        }),
      ),
      total,
    }),
  }),
  restore: endpoint('POST', '/api/audio/takedowns/{id}/restore', 'staff', {
    permission: 'moderation.decide',
    summary: 'Restore a recording that was taken down.',
    params: Params,
    response: z.object({ id: z.number().int() }),
    errors: ['not_found', 'conflict'],
  }),
};

/** Event on the user channel: another device started or stopped playback. */
export interface PlaybackEvent {
  type: 'playback';
  device: string;
  track_id: number;
  position_ms: number;
  paused: 0 | 1;
  takes_over: 0 | 1;
}
