import { sql } from 'kysely';
import { defineDomain } from '../../platform/domain/domain.ts';
import { measureLoudness } from './audio/measure-loudness.job.ts';
import { sweepRecordings } from './audio/sweep-recordings.job.ts';
import { endCoAuthorship } from './co-authors.ts';
import { findTrackTarget, takeDownComplained } from './complaint-target.ts';
import { countAudioBytes, exportMusicOf, listAudioFilesOf } from './export-music.public.ts';
import { eraseMusic } from './music.public.ts';
import { registerMusic } from './music.routes.ts';
import { playlistVisibleTo, trackVisibleTo } from './present-music.ts';
import { trackModerationTarget } from './track-moderation-target.public.ts';

/** Tracks are for members, so guests see no covers. */
const isSignedIn = ({ userId }: { userId: number | null }) => sql<boolean>`${userId !== null}::boolean`;

export const music = defineDomain({
  name: 'music',
  routes: registerMusic,
  jobs: [measureLoudness],
  periodicJobs: [{ job: sweepRecordings, everySeconds: 3600 }],
  complaintTargets: { audio_id: findTrackTarget },
  on: { 'complaint.upheld': takeDownComplained, 'friendship.ended': endCoAuthorship },
  userData: {
    erase: eraseMusic,
    exports: { music: exportMusicOf },
    files: { countBytes: countAudioBytes, list: listAudioFilesOf },
  },
  imageHolders: [
    {
      joins: sql`join playlists p on p.image_id = m.id join users u on u.id = p.user_id`,
      isShownTo: playlistVisibleTo,
    },
    {
      joins: sql`join tracks t on t.cover_image_id = m.id join users u on u.id = t.user_id`,
      isShownTo: (viewer) => sql<boolean>`(${isSignedIn(viewer)} and ${trackVisibleTo(viewer)})`,
    },
  ],
  moderationTargets: { audio: trackModerationTarget },
});
