import { createHmac } from 'node:crypto';
import type { SigningKey } from '@app/media-node/signature';
import { networkOf } from '../../platform/http/limits/network-of.ts';

/** Mail providers with several domains for the same mailbox. */
const HOSTS: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'ya.ru': 'yandex.ru',
  'yandex.com': 'yandex.ru',
  'yandex.by': 'yandex.ru',
  'yandex.kz': 'yandex.ru',
  'yandex.ua': 'yandex.ru',
  'яндекс.рф': 'yandex.ru',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
};

/** Normalizes an address to its mailbox: removes tags, and the dots and spellings that the provider ignores. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const typedHost = email
    .slice(at + 1)
    .toLowerCase()
    .trim();
  const host = HOSTS[typedHost] ?? typedHost;
  const name = email.slice(0, at).toLowerCase().trim().split('+', 1)[0] ?? '';
  if (host === 'gmail.com') return `${name.replaceAll('.', '')}@${host}`;
  if (host === 'yandex.ru') return `${name.replaceAll('.', '-')}@${host}`;
  return `${name}@${host}`;
}

export interface Person {
  id: number;
  email: string;
  /** E.164. */
  phone: string | null;
}

export function isSamePerson(newcomer: Person & { accounts: readonly number[] }, person: Person): boolean {
  return (
    newcomer.id === person.id ||
    newcomer.accounts.includes(person.id) ||
    mailboxOf(newcomer.email) === mailboxOf(person.email) ||
    (newcomer.phone !== null && newcomer.phone === person.phone)
  );
}

const DAY_MS = 24 * 3600 * 1000;
const digest = (key: SigningKey, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(parts.join('\n')).digest();

/** Hashes an address with a key of the day: hashes compare within one day only, and nobody guesses them without it. */
export function hashAddress(key: SigningKey, ip: string, day: Date): Buffer {
  return digest(key, 'address', String(Math.floor(day.getTime() / DAY_MS)), networkOf(ip));
}

export const hashDevice = (key: SigningKey, device: string): Buffer => digest(key, 'device', device);
export const hashMailbox = (key: SigningKey, email: string): Buffer => digest(key, 'mailbox', mailboxOf(email));
