import { isSigned, type SigningKey, sign } from '@app/media-node/signature';
import type { EmailKind } from './email-preferences.tables.ts';

export interface EmailTopic {
  userId: number;
  kind: EmailKind;
  aboutId: number;
}

const KINDS_BY_CODE: Readonly<Record<string, EmailKind>> = {
  f: 'favorites',
  s: 'saved_search',
  n: 'new_ad',
  d: 'digest',
  b: 'bonuses',
};
const KIND_CODES = { favorites: 'f', saved_search: 's', new_ad: 'n', digest: 'd', bonuses: 'b' } as const;
const TOKEN = /^([fsndb])\.([1-9]\d{0,14})\.(\d{1,15})\.([\w-]{22})$/;

/** The token never expires: people unsubscribe from old emails too, and it only allows to unsubscribe. */
export function signTopic(key: SigningKey, { userId, kind, aboutId }: EmailTopic): string {
  const topic = `${KIND_CODES[kind]}.${userId}.${aboutId}`;
  return `${topic}.${sign(key, topic)}`;
}

export function parseTopic(key: SigningKey, token: string): EmailTopic | undefined {
  const [, character = '', userId, aboutId, signature = ''] = TOKEN.exec(token) ?? [];
  const kind = KINDS_BY_CODE[character];
  if (kind === undefined || !isSigned(key, `${character}.${userId}.${aboutId}`, signature)) return undefined;
  return { userId: Number(userId), kind, aboutId: Number(aboutId) };
}
