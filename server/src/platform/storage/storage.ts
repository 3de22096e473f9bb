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
}

export interface StorageConfig {
  dataDir: string;
  s3?: S3Config;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  /** Of the whole file, also when a range was asked for. */
  size: number;
  contentType: string;
}

/** Where finished files live. An object is there whole or not at all, and is durable once `put` has returned. */
export interface Storage {
  /** Copies the file at `sourcePath`; the source stays. */
  put(key: string, sourcePath: string, contentType: string): Promise<void>;
  /** The caller reads the stream to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<(StoredFile & { stream: Readable }) | undefined>;
  /** Only where objects are files of this machine: the file itself, which the caller closes. */
  openFile?(key: string): Promise<(StoredFile & { handle: FileHandle }) | undefined>;
  stat(key: string): Promise<StoredFile | undefined>;
  has(key: string): Promise<boolean>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
}

/** The S3 client is loaded only where it is configured: it would cost every start a quarter of a second. */
export async function createStorage(config: StorageConfig): Promise<Storage> {
  if (!config.s3) return createDiskStorage(path.join(config.dataDir, 'files'));
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(config.s3);
}
