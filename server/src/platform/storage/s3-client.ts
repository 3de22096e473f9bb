import { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from './storage.ts';

export function openS3Client({ url, region, accessKey, secretKey, ca }: S3Config): S3Client {
  return new S3Client({
    endpoint: url,
    region: region ?? 'us-east-1',
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    ...(ca !== undefined && { requestHandler: { httpsAgent: { ca } } }),
    // The default checksums use `aws-chunked` framing, which some S3-compatible stores save as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
