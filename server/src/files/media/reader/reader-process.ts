import { readAudio } from './read-audio.ts';
import { readVideo } from './read-video.ts';
import type { ReaderJob, ReaderReply } from './reader-job.ts';

/**
 * A process for one file that somebody sent: what breaks or bloats in here is killed by the server. It may read the file and nothing
 * else of the machine, knows no secret, and ends with its job or with the server that started it.
 */
const reply = (message: ReaderReply): void => void process.send?.(message);

process.on('message', async (job: ReaderJob) => {
  try {
    if (job.kind === 'video') reply({ type: 'video', reading: await readVideo(job) });
    else reply({ type: 'audio', reading: await readAudio(job) });
  } catch (error) {
    reply({ type: 'refused', reason: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());
// The server ends its readers itself; Ctrl-C reaches the whole process group.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

reply({ type: 'ready' });
