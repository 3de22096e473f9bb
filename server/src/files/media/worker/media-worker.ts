import { encodeImage } from './encode-image.ts';
import type { ImageJob, WorkerReply } from './image-job.ts';

/**
 * A process of its own for files that people send: what breaks or bloats in here is killed by the server and replaced.
 * It is told one job at a time, knows no secret, and ends with the server that started it.
 */
function reply(message: WorkerReply): void {
  process.send?.(message);
}

process.on('message', async (job: ImageJob) => {
  try {
    reply({ type: 'done', image: await encodeImage(job) });
  } catch (error) {
    reply({ type: 'refused', reason: error instanceof Error ? error.message : String(error) });
  }
  // Pixels lie outside the collector's view: left to itself it would keep those of several pictures.
  globalThis.gc?.();
});
process.on('disconnect', () => process.exit());
// The server stops its workers itself once their jobs are done; Ctrl-C reaches the whole process group.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

reply({ type: 'ready' });
