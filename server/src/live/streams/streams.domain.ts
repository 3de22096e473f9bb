import { defineDomain } from '../../platform/domain/domain.ts';
import { expireStreams } from './expire-streams.job.ts';
import { exportStreamsOf } from './export-streams.public.ts';
import { notifyFollowersOfStream } from './notify-followers-of-stream.job.ts';
import {
  endStreams,
  eraseStreams,
  mayViewStream,
  onStreamPlayable,
  onStreamRelationshipChanged,
} from './streams.public.ts';
import { registerStreams } from './streams.routes.ts';
import { sweepStreams } from './sweep-streams.job.ts';

export const streams = defineDomain({
  name: 'streams',
  routes: registerStreams,
  jobs: [notifyFollowersOfStream],
  periodicJobs: [
    { job: expireStreams, everySeconds: 5 },
    { job: sweepStreams, everySeconds: 3600 },
  ],
  on: {
    'user.visibilityChanged': async (services, tx, { userId, isHidden }) => {
      if (isHidden) await endStreams(services, tx, userId);
    },
    'user.frozen': (services, tx, { userId }) => endStreams(services, tx, userId),
    'stream.playable': (services, tx, { streamId }) => onStreamPlayable(services, tx, streamId),
    'block.changed': (services, tx, { userId, otherId }) => onStreamRelationshipChanged(services, tx, userId, otherId),
  },
  mayView: { stream: ({ db }, viewer, id) => mayViewStream(db, viewer, id) },
  userData: { erase: eraseStreams, exports: { streams: exportStreamsOf } },
});
