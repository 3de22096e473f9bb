import { readFileSync } from 'node:fs';

/** Settings that may stand in a file, which `<NAME>_FILE` names: environments are shown by process lists and logs. */
const SECRETS = [
  'ADMIN_PASSWORD',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'LIVEKIT_API_KEY',
  'LIVEKIT_API_SECRET',
  'MEDIA_SECRET',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SECRETS_KEY',
  'SMS_URL',
  'SMTP_URL',
  'TURN_SECRET',
  'VAPID_PRIVATE_KEY',
  'YOOKASSA_SECRET_KEY',
] as const;

/** Bytes; longer files are no secrets. */
const SECRET_MAX_BYTES = 64 * 1024;

export type Environment = Record<string, string | undefined>;

/**
 * Returns the environment with the contents of secret files, without their trailing line break. `fail` gets a message
 * that starts with the name of the setting, never the content, and must throw.
 */
export function readSecretFiles(environment: Environment, fail: (message: string) => never): Environment {
  const files = SECRETS.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    return file === undefined || file === '' ? [] : [{ name, file }];
  });
  const read = files.map(({ name, file }) => {
    if (environment[name]) fail(`${name} and ${name}_FILE are both set: leave one of them out`);
    return [name, readSecret(file, (reason) => fail(`${name}_FILE cannot be used: ${reason}`))];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function readSecret(file: string, fail: (reason: string) => never): string {
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (content !== '' && Buffer.byteLength(content) <= SECRET_MAX_BYTES) return content;
  } catch (error) {
    return fail((error as Error).message);
  }
  return fail(`${file} is empty or longer than ${SECRET_MAX_BYTES} bytes`);
}
