import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { openS3Client } from './s3-client.ts';
import type { S3Config, Storage } from './storage.ts';
import { assertKeyFits, contentTypeOf } from './storage-key.ts';

/** The client can retry only requests whose body is in memory; larger files are streamed with a single attempt. */
const BUFFERED_MAX_BYTES = 8 * 1024 * 1024;

export function createS3Storage(config: S3Config): Storage {
  const { bucket } = config;
  const client = openS3Client(config);

  async function statObject(key: string) {
    const contentType = contentTypeOf(key);
    if (!contentType) return undefined;
    const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).catch(ignoreMissing);
    return found && { size: found.ContentLength ?? 0, contentType: found.ContentType ?? contentType };
  }

  return {
    async put(key, sourcePath, contentType) {
      assertKeyFits(key, contentType);
      const { size } = await stat(sourcePath);
      const body = size <= BUFFERED_MAX_BYTES ? await readFile(sourcePath) : createReadStream(sourcePath);
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentLength: size, ContentType: contentType }),
      );
    },

    async open(key, range) {
      const contentType = contentTypeOf(key);
      if (!contentType) return undefined;
      const found = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range && `bytes=${range.start}-${range.end}` }))
        .catch(ignoreMissing);
      if (!(found?.Body instanceof Readable)) return undefined;
      const whole = found.ContentRange?.split('/')[1];
      return {
        stream: found.Body,
        size: whole ? Number(whole) : (found.ContentLength ?? 0),
        contentType: found.ContentType ?? contentType,
      };
    },

    stat: statObject,

    async has(key) {
      return (await statObject(key)) !== undefined;
    },

    async remove(key) {
      if (contentTypeOf(key)) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    async *list(prefix) {
      let next: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified && contentTypeOf(Key)) yield { key: Key, modifiedAt: LastModified };
        }
        next = page.NextContinuationToken;
      } while (next);
    },
  };
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
  throw error;
}
