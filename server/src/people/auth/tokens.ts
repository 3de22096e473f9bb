import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@app/contract/people/auth';

const TOKEN_BYTES = 32;

/** 256 bits that nobody can guess, in characters that fit into cookies and headers. */
export const generateToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const generateTokenFamilyKey = (): Buffer => randomBytes(TOKEN_BYTES);

/** What is stored of a token. It has too many bits to be tried out, so no salt and no slow hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token that follows this one in its session. Whoever refreshes twice gets the same answer twice. */
export function nextToken(token: string, tokenFamilyKey: Buffer): string {
  return createHmac('sha256', tokenFamilyKey).update(token).digest('base64url');
}

export function generateCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
}

/** Six digits could be tried out from a stolen copy of the table alone, so a key goes in. */
export function hashCode(code: string, userId: number, purpose: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${purpose}:${userId}:${code}`).digest();
}
