import { CreateBucketCommand, HeadBucketCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { openS3Client } from './s3-client.ts';
import type { S3Config } from './storage.ts';

/** Creates the private bucket of the configuration. False when it exists already. */
export async function createBucket(config: S3Config): Promise<boolean> {
  const client = openS3Client(config);
  try {
    const exists = await client.send(new HeadBucketCommand({ Bucket: config.bucket })).then(
      () => true,
      (error) => {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
        throw error;
      },
    );
    if (!exists) await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
    return !exists;
  } finally {
    client.destroy();
  }
}
