import { isSigned, sign } from '../../platform/signature.ts';
import type { AlertKind } from './alerts.tables.ts';

/** Letters of one kind to one person about one thing: what a link in a letter stops. */
export interface AlertTopic {
  userId: number;
  kind: AlertKind;
  aboutId: number;
}

const KINDS: Readonly<Record<string, AlertKind>> = { f: 'favorites', s: 'saved_search', n: 'new_ad', d: 'digest' };
const LETTERS = { favorites: 'f', saved_search: 's', new_ad: 'n', digest: 'd' } as const;
const TOKEN = /^([fsnd])\.([1-9]\d{0,14})\.(\d{1,15})\.([\w-]{22})$/;

/** Never ends: people unsubscribe from old letters too, and all it lets anybody do is stop letters. */
export function signTopic(key: string, { userId, kind, aboutId }: AlertTopic): string {
  const topic = `${LETTERS[kind]}.${userId}.${aboutId}`;
  return `${topic}.${sign(key, topic)}`;
}

/** Undefined when the token was not made here. */
export function readTopic(key: string, token: string): AlertTopic | undefined {
  const [, letter = '', userId, aboutId, signature = ''] = TOKEN.exec(token) ?? [];
  const kind = KINDS[letter];
  if (kind === undefined || !isSigned(key, `${letter}.${userId}.${aboutId}`, signature)) return undefined;
  return { userId: Number(userId), kind, aboutId: Number(aboutId) };
}
