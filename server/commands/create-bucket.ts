import { parseConfig } from '../src/platform/config.ts';
import { createBucket } from '../src/platform/storage/create-bucket.ts';
import { runCommand } from './run-command.ts';

/** `node server/commands/create-bucket.ts`: docs/deployment.md. */
async function run(): Promise<void> {
  const { s3 } = parseConfig(process.env);
  if (s3 === undefined) throw new Error('S3_URL is not set');
  const isNew = await createBucket(s3);
  console.log(isNew ? `Bucket ${s3.bucket} was created.` : `Bucket ${s3.bucket} is there already.`);
}

await runCommand('No bucket was created', run);
