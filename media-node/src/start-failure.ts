import path from 'node:path';
import type { MediaSettings } from './process-messages.ts';

/** Explains a failed start in one line when a setting is the cause; undefined for a defect, whose stack is logged. */
export function explainStartFailure(
  error: unknown,
  { host, port, folder }: Pick<MediaSettings, 'host' | 'port' | 'folder'>,
): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const { code, message } = error;
  if ('syscall' in error && error.syscall === 'listen') {
    return code === 'EADDRINUSE'
      ? `MEDIA_PORT ${port} at ${host} is taken by another program`
      : `MEDIA_PORT cannot be used: ${message}`;
  }
  if ('path' in error && path.resolve(String(error.path)).startsWith(path.resolve(folder)))
    return `DATA_DIR cannot be used: ${message}`;
  return undefined;
}
