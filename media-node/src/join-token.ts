import { isSigned, sign } from './signature.ts';

export interface JoinTokenClaim {
  roomId: string;
  kind: 'call' | 'stream';
  userId: number;
  may: 'publish' | 'view';
  expiresAt: Date;
}

const TOKEN = /^((call|stream)\.([\w-]{1,64})\.([1-9]\d{0,14})\.(publish|view)\.(\d{1,12}))\.([\w-]{22})$/;

/** Signs a join token for one user and one room. Anybody can read it; without the secret nobody can forge it. */
export function signJoinToken(secret: string, { roomId, kind, userId, may, expiresAt }: JoinTokenClaim): string {
  const claim = `${kind}.${roomId}.${userId}.${may}.${Math.floor(expiresAt.getTime() / 1000)}`;
  return `${claim}.${sign(secret, `seat ${claim}`)}`;
}

export function verifyJoinToken(
  secret: string,
  token: string,
  now: Date,
): JoinTokenClaim | 'bad_token' | 'token_expired' {
  const [, claim = '', kind, roomId = '', userId, may, seconds, signature = ''] = TOKEN.exec(token) ?? [];
  if (!isSigned(secret, `seat ${claim}`, signature)) return 'bad_token';
  const expiresAt = new Date(Number(seconds) * 1000);
  if (expiresAt <= now) return 'token_expired';
  return {
    roomId,
    kind: kind === 'stream' ? 'stream' : 'call',
    userId: Number(userId),
    may: may === 'publish' ? 'publish' : 'view',
    expiresAt,
  };
}
