import path from 'node:path';
import { ConfigError } from './config.ts';

interface SystemError extends Error {
  code: string;
  syscall?: string;
  path?: string;
  address?: string;
  port?: number;
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
]);
/** SQLSTATE classes: invalid credentials, unknown database, connections not accepted; and no writes taken. */
const REFUSED_BY_POSTGRES = /^(28|3D|57P|25006)/;
/** SQLSTATE with which PgBouncer refuses parameters of a session. */
const PROTOCOL_VIOLATION = '08P01';

/** Explains a failed start in one line when a setting is the cause; undefined for a defect, whose stack is logged. */
export function explainStartFailure(
  error: unknown,
  environment: Record<string, string | undefined>,
): string | undefined {
  if (error instanceof ConfigError) return error.message;
  if (!isSystemError(error)) return undefined;
  const { code, syscall, address, port } = error;
  const reason = error.message || code;
  if (syscall === 'listen') {
    return code === 'EADDRINUSE'
      ? `PORT ${port} at ${address} is taken by another program`
      : `PORT cannot be used: ${reason}`;
  }
  if (code === PROTOCOL_VIOLATION && /startup parameter/.test(reason))
    return 'DATABASE_URL leads to a pooler: name the database itself in DATABASE_DIRECT_URL';
  const isDatabase = UNREACHABLE.has(code)
    ? error.path === undefined || syscall === 'connect'
    : REFUSED_BY_POSTGRES.test(code);
  const hasDatabase = environment.DATABASE_URL || environment.DATABASE_URL_FILE;
  if (hasDatabase && isDatabase) return `DATABASE_URL leads to no database that lets us in: ${reason}`;
  const dataDir = path.resolve(environment.DATA_DIR || './data');
  if (error.path !== undefined && path.resolve(error.path).startsWith(dataDir))
    return `DATA_DIR cannot be used: ${reason}`;
  return undefined;
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
