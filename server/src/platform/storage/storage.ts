import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createDiskStorage } from './disk-storage.ts';

export interface S3Config {
  url: string;
  bucket: string;
  region?: string;
  accessKey: string;
  secretKey: string;
  /** The only authorities that its certificate may come from. Undefined: those of Node. */
  ca?: string | undefined;
}

export interface StorageConfig {
  dataDir: string;
  s3?: S3Config;
}

export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  /** Size of the whole file, even when a range was requested. */
  size: number;
  contentType: string;
}

/** Store of finished files. Objects appear atomically and are durable once `put` has returned. */
export interface Storage {
  /** Copies the file at `sourcePath`; the source stays. */
  put(key: string, sourcePath: string, contentType: string): Promise<void>;
  /** The caller must read the stream to its end or destroy it. */
  open(key: string, range?: ByteRange): Promise<(StoredFile & { stream: Readable }) | undefined>;
  openFile?(key: string): Promise<(StoredFile & { handle: FileHandle }) | undefined>;
  stat(key: string): Promise<StoredFile | undefined>;
  has(key: string): Promise<boolean>;
  /** Removing a missing object is no error. */
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
}

/** Loads the S3 client only when configured, because it adds a quarter of a second to every start. */
export async function createStorage(config: StorageConfig): Promise<Storage> {
  if (!config.s3) return createDiskStorage(path.join(config.dataDir, 'files'));
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(config.s3);
}
