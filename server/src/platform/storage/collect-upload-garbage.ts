import v8 from 'node:v8';
import vm from 'node:vm';

/** Uploaded bytes between two collections. */
const EVERY_BYTES = 8 * 2 ** 20;

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as (options: { type: 'minor' }) => void;
v8.setFlagsFromString('--no-expose-gc');

let bytesSinceCollection = 0;

/**
 * Counts uploaded bytes and soon triggers a minor garbage collection.
 *
 * Upload buffers are short-lived and live outside the V8 heap. Left alone, V8 waits until tens of megabytes have
 * gathered and then runs a full collection; collecting the young generation takes a fraction of a millisecond.
 */
export function collectUploadGarbage(bytes: number): void {
  bytesSinceCollection += bytes;
  if (bytesSinceCollection < EVERY_BYTES) return;
  bytesSinceCollection = 0;
  collect({ type: 'minor' });
}
