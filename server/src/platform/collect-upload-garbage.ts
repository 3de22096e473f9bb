import v8 from 'node:v8';
import vm from 'node:vm';

/** So much flows by between two collections. */
const EVERY_BYTES = 8 * 2 ** 20;

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as (options: { type: 'minor' }) => void;
v8.setFlagsFromString('--no-expose-gc');

let bytesSinceCollection = 0;

/**
 * Say that bytes of an upload went by: what carried them is taken back soon.
 *
 * They are many buffers outside the collector's own heap, each gone in a moment. Left alone, it waits until tens of megabytes of
 * them have gathered, and then goes through all that the node holds; a look at what is young takes a fraction of a millisecond.
 */
export function collectUploadGarbage(bytes: number): void {
  bytesSinceCollection += bytes;
  if (bytesSinceCollection < EVERY_BYTES) return;
  bytesSinceCollection = 0;
  collect({ type: 'minor' });
}
