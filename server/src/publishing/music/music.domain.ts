import { defineDomain } from '../../platform/domain/domain.ts';
import { measureLoudness } from './audio/measure-loudness.job.ts';
import { sweepRecordings } from './audio/sweep-recordings.job.ts';
import { findTrackTarget, takeDownComplained } from './complaint-target.ts';
import { countAudioBytes, exportMusicOf, listAudioFilesOf } from './export-music.public.ts';
import { eraseMusic } from './music.public.ts';
import { registerMusic } from './music.routes.ts';
import { trackModerationTarget } from './track-moderation-target.public.ts';

export const music = defineDomain({
  name: 'music',
  routes: registerMusic,
  jobs: [measureLoudness],
  periodicJobs: [{ job: sweepRecordings, everySeconds: 3600 }],
  complaintTargets: { audio_id: findTrackTarget },
  on: { 'complaint.upheld': takeDownComplained },
  userData: {
    erase: eraseMusic,
    exports: { music: exportMusicOf },
    files: { countBytes: countAudioBytes, list: listAudioFilesOf },
  },
  moderationTargets: { audio: trackModerationTarget },
});
