import { musicApi } from '@app/contract/publishing/music';
import { wav } from '../../uploads/sounds.ts';
import { allGet, everyone, NOBODY, row, setFor, signedIn, staff, word } from '../row.ts';

/** Private music is visible to its owner only, not to staff. */
const onesOwn = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');
/** Public music, which only its owner may change. */
const keepers = setFor(setFor(allGet('forbidden'), ['owner'], 'ok'), NOBODY, 'unauthorized');

const sound = { field: 'audio', name: 'song.wav', type: 'audio/wav', bytes: wav() };

export const musicRows = [
  row(musicApi.add, keepers, async (scene) => ({ body: { playlist_id: await scene.playlist() }, files: [sound] })),
  row(
    musicApi.add,
    onesOwn,
    async (scene) => ({ body: { playlist_id: await scene.playlist('me') }, files: [sound] }),
    'to a private playlist',
  ),
  row(musicApi.space, signedIn),
  row(musicApi.list, signedIn, async (scene) => ({ body: { playlist_id: await scene.playlist() } })),
  row(musicApi.list, onesOwn, async (scene) => ({ body: { playlist_id: await scene.playlist('me') } }), 'private'),
  row(musicApi.search, signedIn, () => ({ body: { search: word() } })),
  row(musicApi.addToPlaylist, keepers, async (scene) => ({
    body: { audio_id: (await scene.track()).id, playlist_id: await scene.playlist() },
  })),
  row(musicApi.remove, keepers, async (scene) => ({ body: { audio_id: (await scene.track()).id } })),
  row(
    musicApi.remove,
    onesOwn,
    async (scene) => ({ body: { audio_id: (await scene.track('me')).id } }),
    'out of a private playlist',
  ),
  row(musicApi.edit, keepers, async (scene) => ({ body: { audio_id: (await scene.track()).id, title: word() } })),
  row(musicApi.one, signedIn, async (scene) => ({ params: { id: (await scene.track()).id } })),
  row(musicApi.one, onesOwn, async (scene) => ({ params: { id: (await scene.track('me')).id } }), 'private'),
  row(musicApi.lyrics, signedIn, async (scene) => ({ params: { id: (await scene.track()).id } })),
  row(musicApi.lyrics, onesOwn, async (scene) => ({ params: { id: (await scene.track('me')).id } }), 'private'),
  row(musicApi.playback, signedIn),
  row(musicApi.savePlayback, signedIn, async (scene) => ({
    body: { track_id: (await scene.track()).id, position_ms: 0, device: word() },
  })),
  row(
    musicApi.savePlayback,
    onesOwn,
    async (scene) => ({ body: { track_id: (await scene.track('me')).id, position_ms: 0, device: word() } }),
    'private',
  ),
  row(musicApi.addPlaylist, signedIn, () => ({ body: { name: word() } })),
  row(musicApi.playlists, signedIn, ({ owner }) => ({ body: { user_id: owner.id } })),
  row(musicApi.playlist, signedIn, async (scene) => ({ params: { id: await scene.playlist() } })),
  row(musicApi.playlist, onesOwn, async (scene) => ({ params: { id: await scene.playlist('me') } }), 'private'),
  row(musicApi.editPlaylist, keepers, async (scene) => ({ body: { id: await scene.playlist(), name: word() } })),
  row(musicApi.removePlaylist, keepers, async (scene) => ({ body: { id: await scene.playlist() } })),
  row(musicApi.removePlaylist, onesOwn, async (scene) => ({ body: { id: await scene.playlist('me') } }), 'private'),
  row(musicApi.coAuthors, signedIn, async (scene) => ({ params: { id: (await scene.coAuthored()).id } })),
  row(musicApi.coAuthors, onesOwn, async (scene) => ({ params: { id: (await scene.coAuthored('me')).id } }), 'private'),
  row(musicApi.addCoAuthor, keepers, async (scene) => ({
    params: { id: await scene.playlist() },
    body: { user_id: await scene.friend() },
  })),
  row(
    musicApi.addCoAuthor,
    onesOwn,
    async (scene) => ({ params: { id: await scene.playlist('me') }, body: { user_id: await scene.friend() } }),
    'to a private playlist',
  ),
  row(musicApi.removeCoAuthor, keepers, async (scene) => ({ params: await scene.coAuthored() })),
  row(musicApi.removeCoAuthor, onesOwn, async (scene) => ({ params: await scene.coAuthored('me') }), 'private'),
  row(musicApi.takedowns, everyone),
  row(musicApi.restore, staff, async (scene) => ({ params: { id: await scene.takedown() } })),
];
