import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../platform/failure.ts';
import type { FileReceiver, QuarantinedFile, ReceiveLimits } from '../../platform/http/uploads.ts';
import type { Scanner } from '../../platform/scanner/scanner.ts';
import { collectUploadGarbage } from '../../platform/storage/collect-upload-garbage.ts';
import { type SniffedType, sniffFile } from './sniff-file.ts';
import { describeFormat, SNIFF_BYTES, sniffImage } from './sniff-image.ts';

/**
 * Streams files to disk and detects their type by content; the name and declared type are ignored. Fails with
 * file_too_large, unsupported_media, unprocessable_image, file_empty, upload_aborted, file_infected or
 * scanner_unavailable, and then leaves nothing.
 */
export interface Quarantine extends FileReceiver {
  readonly folder: string;
  /** Imports a local file by a hard link instead of a copy; the source stays. */
  importFile(source: string): Promise<QuarantinedFile>;
}

export async function createQuarantine(folder: string, scanner?: Pick<Scanner, 'requireClean'>): Promise<Quarantine> {
  await mkdir(folder, { recursive: true, mode: 0o700 });

  async function receive(stream: Readable, limits: ReceiveLimits): Promise<QuarantinedFile> {
    const target = path.join(folder, randomUUID());
    const gate = createGate(limits);
    try {
      await pipeline(stream, gate.stream, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
      // A multipart parser with its own limit ends the stream early as if the file were complete.
      if ('truncated' in stream && stream.truncated === true) throw tooLarge(limits.maxBytes);
      await scanner?.requireClean(target);
      return { path: target, ...gate.result() };
    } catch (error) {
      await rm(target, { force: true });
      throw toFailure(error, limits.maxBytes);
    }
  }

  async function importFile(source: string): Promise<QuarantinedFile> {
    const target = path.join(folder, randomUUID());
    try {
      await link(source, target).catch((error: NodeJS.ErrnoException) => {
        // The file is on another file system, or links are not supported.
        if (error.code === 'EXDEV' || error.code === 'EPERM') return copyFile(source, target);
        throw error;
      });
      const now = new Date();
      await utimes(target, now, now);
      return { path: target, ...(await inspectFile(target)) };
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
  }

  return { folder, receive, importFile, discard: (file) => rm(file.path, { force: true }) };
}

async function inspectFile(file: string): Promise<Pick<QuarantinedFile, 'bytes' | 'sha256' | 'mime'>> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
    hash.update(chunk);
    bytes += chunk.length;
  }
  if (bytes === 0) throw new Failure('file_empty');
  return { bytes, sha256: hash.digest('hex'), mime: (await sniffFile(head)).mime };
}

const READ_BYTES = 1024 * 1024;

/** Counts, hashes and inspects bytes as they arrive, so that a rejected upload stops at once. */
function createGate({ maxBytes, maxBytesOf, kinds, together, drains }: ReceiveLimits) {
  const hash = createHash('sha256');
  const takesAny = kinds.includes('any');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let type: SniffedType | undefined;
  let limit = maxBytes;
  let rejection: Failure | undefined;

  async function detectType(): Promise<void> {
    if (takesAny) {
      type = await sniffFile(head);
      limit = Math.min(maxBytes, maxBytesOf?.[type.class] ?? maxBytes);
      if (limit === 0) throw new Failure('unsupported_media', { values: { format: await describeFormat(head) } });
      return;
    }
    const mime = sniffImage(head);
    if (!mime) throw new Failure('unsupported_media', { values: { format: await describeFormat(head) } });
    type = { mime, class: 'image' };
  }

  const stream = new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      if (rejection) return done();
      try {
        bytes += chunk.length;
        collectUploadGarbage(chunk.length);
        hash.update(chunk);
        if (!type) {
          head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
          if (head.length === SNIFF_BYTES) await detectType();
        }
        if (bytes > limit) throw tooLarge(limit);
        if (together && together.usedBytes + bytes > together.maxBytes) throw tooLarge(together.maxBytes);
        done(null, chunk);
      } catch (error) {
        rejection = drains && error instanceof Failure ? error : undefined;
        done(rejection ? null : (error as Error));
      }
    },
    async flush(done) {
      try {
        if (rejection) throw rejection;
        if (bytes === 0) throw new Failure(takesAny ? 'file_empty' : 'unprocessable_image');
        if (!type) await detectType();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });

  return {
    stream,
    result() {
      if (!type) throw new Error('The upload ended before it was checked');
      return { mime: type.mime, bytes, sha256: hash.digest('hex') };
    },
  };
}

const DISK_CALLS: readonly unknown[] = ['open', 'write', 'close'];

/** A full or broken disk is a server error; any other stream error means that the client aborted. */
function toFailure(error: unknown, maxBytes: number): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  if ('syscall' in error && DISK_CALLS.includes(error.syscall)) return error;
  if ('code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  return new Failure('upload_aborted');
}

function tooLarge(maxBytes: number): Failure {
  return new Failure('file_too_large', { values: { max: Math.floor(maxBytes / 2 ** 20) } });
}
