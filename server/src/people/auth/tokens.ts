import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@app/contract/people/auth';
import { macsOf } from '@app/media-node/signature';

const TOKEN_BYTES = 32;

/** 256 random bits in characters that are valid in cookies and headers. */
export const generateToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const generateTokenFamilyKey = (): Buffer => randomBytes(TOKEN_BYTES);

/** A token has too many bits to be guessed, so it needs no salt and no slow hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Returns the successor of a token in its session. The derivation is deterministic, so that two parallel refreshes get
 * the same token.
 */
export function nextToken(token: string, tokenFamilyKey: Buffer): string {
  return createHmac('sha256', tokenFamilyKey).update(token).digest('base64url');
}

export function generateCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
}

/**
 * Six digits could be brute-forced from a copy of the table, so the hashes include a secret key. The first one is stored,
 * and a stored one may be any of them.
 */
export const hashesOfCode = (code: string, userId: number, purpose: string, key: Buffer): [Buffer, ...Buffer[]] =>
  macsOf(key, `${purpose}:${userId}:${code}`);
