import { parseConfig } from '../src/platform/config.ts';
import { explainStartFailure } from '../src/platform/start-failure.ts';
import { createBucket } from '../src/platform/storage/create-bucket.ts';

/** `node server/commands/create-bucket.ts`: docs/deployment.md. */
async function run(): Promise<void> {
  const { s3 } = parseConfig(process.env);
  if (s3 === undefined) throw new Error('S3_URL is not set');
  const isNew = await createBucket(s3);
  console.log(isNew ? `Bucket ${s3.bucket} was created.` : `Bucket ${s3.bucket} is there already.`);
}

try {
  await run();
} catch (error) {
  const reason = explainStartFailure(error, process.env) ?? (error instanceof Error ? error.message : error);
  console.error(`No bucket was created: ${reason}`);
  process.exitCode = 1;
}
