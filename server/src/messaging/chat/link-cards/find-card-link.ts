import { createHash } from 'node:crypto';
import { type MarkedText, parseMarks } from '@app/contract/messaging/message-marks';
import { LinkifyIt } from 'linkify-it';
import type { Services } from '../../../platform/domain/services.ts';

export interface CardLink {
  key: string;
  url: string;
}

const ADDRESS_MAX = 2048;
const PORTS: readonly string[] = ['', '80', '443'];

/** Only addresses with a scheme: «main.ts» or «Привет.Как» may be a host by accident. */
const links = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** The first link of a message's text, unless it has no card, see {@link cardAddress}. */
export function findCardLink({ config }: Pick<Services, 'config'>, content: string): CardLink | undefined {
  if (!content.includes('://')) return undefined;
  const first = findFirstLink(parseMarks(content).flatMap(({ parts }) => parts));
  const url = first === undefined ? undefined : cardAddress(first, new URL(config.publicUrl).hostname);
  if (url === undefined) return undefined;
  return { key: createHash('sha256').update(url).digest('base64url'), url };
}

/** Code is shown as it is, without links. */
function findFirstLink(parts: readonly MarkedText[]): string | undefined {
  for (const { kind, text, parts: inner } of parts) {
    if (kind === 'code') continue;
    const found = kind === 'text' ? findInText(text) : findFirstLink(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

const findInText = (text: string): string | undefined =>
  links.match(text)?.find(({ schema }) => schema === 'http:' || schema === 'https:')?.url;

/**
 * The address under which a link's card is kept. Undefined for a link without a card: one of this site, with a password,
 * on an unusual port, or to a host without a dot.
 */
function cardAddress(link: string, ownHost: string): string | undefined {
  if (link.length > ADDRESS_MAX || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  const { protocol, hostname, port, username, password } = url;
  if ((protocol !== 'http:' && protocol !== 'https:') || !PORTS.includes(port)) return undefined;
  if (username !== '' || password !== '' || !hostname.replace(/\.$/, '').includes('.')) return undefined;
  if (hostname === ownHost || hostname.endsWith(`.${ownHost}`)) return undefined;
  // Parts of one page share its card.
  url.hash = '';
  return url.href.length > ADDRESS_MAX ? undefined : url.href;
}
