/**
 * Returns a bucket from 0 to count-1 for a 64-bit hash by jump consistent hashing (Lamping and Veach, 2014): when the
 * count grows by one, only one key in `count` moves, to the new bucket.
 */
export function pickBucket(hash: bigint, count: number): number {
  let key = hash;
  let bucket = -1;
  let next = 0;
  while (next < count) {
    bucket = next;
    key = BigInt.asUintN(64, key * 2862933555777941757n + 1n);
    next = Math.floor((bucket + 1) * (2 ** 31 / (Number(key >> 33n) + 1)));
  }
  return Math.max(bucket, 0);
}
