import { encodeImage } from './encode-image.ts';
import type { ImageJob, WorkerReply } from './image-job.ts';

/**
 * A process for untrusted images; the server kills and replaces a worker that hangs or uses too much memory. It
 * processes one job at a time, has no secrets, and ends with the server.
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
  // Pixel buffers are outside the V8 heap; without a forced collection those of several images would accumulate.
  globalThis.gc?.();
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group, but the server stops its workers after their jobs.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

reply({ type: 'ready' });
