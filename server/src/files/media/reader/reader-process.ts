import { readAudio } from './read-audio.ts';
import { readVideo } from './read-video.ts';
import type { ReaderJob, ReaderReply } from './reader-job.ts';

/**
 * A process for reading one untrusted file; the server kills a process that hangs or uses too much memory. It may read
 * only that file, has no secrets, and ends with its job or with the server.
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
// Ctrl-C reaches the whole process group, but the server ends its readers itself.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

reply({ type: 'ready' });
