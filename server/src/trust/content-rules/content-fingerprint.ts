import { createHash } from 'node:crypto';
import type { RuleSubject } from '@app/contract/trust/rules';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import { findHosts } from '../../platform/text/find-hosts.ts';

const TEXT_MAX = 5000;
/** Shorter texts match by chance: greetings, "up", a price. */
const KEY_LETTERS_MIN = 20;
const HOSTS_MAX = 20;

export interface Content {
  subject: RuleSubject;
  /** `ad:5`. */
  object: string;
  userId: number;
  /** IP address of the author; '' if unknown. */
  ip: string;
  title: string;
  text: string;
}

export interface ContentFingerprint {
  text: string;
  /** Hash of the text without case, digits and punctuation; null if the text is too short to be specific. */
  textKey: Buffer | null;
  hosts: string[];
  network: string;
}

/** `ownHost` may include a port; links to this host are internal. */
export function fingerprintContent(
  { title, text, ip }: Pick<Content, 'title' | 'text' | 'ip'>,
  ownHost: string,
): ContentFingerprint {
  const whole = [title, text]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, TEXT_MAX);
  const own = ownHost.replace(/:\d+$/, '');
  const hosts = findHosts(whole).filter((host) => host !== '' && host !== own && !host.endsWith(`.${own}`));
  return {
    text: whole,
    textKey: hashLetters(whole),
    hosts: [...new Set(hosts)].slice(0, HOSTS_MAX),
    network: networkOf(ip),
  };
}

/** Equal for texts that differ only in case, digits, punctuation and spaces. */
function hashLetters(text: string): Buffer | null {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[^\p{L}]+/gu, '');
  if (letters.length < KEY_LETTERS_MIN) return null;
  return createHash('sha256').update(letters).digest().subarray(0, 16);
}
