import { randomBytes } from 'node:crypto';
import { INVITATION_DAYS, type InvitationSource } from '@app/contract/money/invitations';
import { isSigned, type SigningKey, sign } from '@app/media-node/signature';

export const INVITATION_COOKIE = 'invitation';
/** Identifies the browser and lists the accounts that signed in or registered in it. */
export const BROWSER_COOKIE = 'browser';

export const INVITATION_SECONDS = INVITATION_DAYS * 24 * 3600;

const ACCOUNTS_MAX = 10;
const DEVICE_BYTES = 16;

export interface RememberedInvitation {
  inviterId: number;
  source: InvitationSource;
  openedAt: Date;
}

const SOURCE_CODES = { link: 'l', code: 'c', friend: 'f' } as const satisfies Record<InvitationSource, string>;
const SOURCES: Readonly<Record<string, InvitationSource>> = { l: 'link', c: 'code', f: 'friend' };

export function sealInvitation(key: SigningKey, { inviterId, source, openedAt }: RememberedInvitation): string {
  return seal(key, 'invitation', `${inviterId}.${SOURCE_CODES[source]}.${Math.floor(openedAt.getTime() / 1000)}`);
}

/** Returns the remembered invitation, or undefined when the cookie has expired or its signature is wrong. */
export function parseInvitation(
  key: SigningKey,
  cookie: string | undefined,
  now: Date,
): RememberedInvitation | undefined {
  const text = unseal(key, 'invitation', cookie);
  const [, id, sourceCode = '', seconds] = /^([1-9]\d{0,14})\.([lcf])\.(\d{1,12})$/.exec(text ?? '') ?? [];
  const source = SOURCES[sourceCode];
  if (source === undefined) return undefined;
  const openedAt = new Date(Number(seconds) * 1000);
  const age = now.getTime() - openedAt.getTime();
  // The clocks of two nodes may differ by up to a minute; a cookie dated further in the future is rejected.
  if (age >= INVITATION_SECONDS * 1000 || age < -60_000) return undefined;
  return { inviterId: Number(id), source, openedAt };
}

export interface Device {
  id: string;
  accounts: readonly number[];
}

export const newDevice = (): Device => ({ id: randomBytes(DEVICE_BYTES).toString('hex'), accounts: [] });

export function withAccount({ id, accounts }: Device, userId: number): Device {
  return { id, accounts: [...accounts.filter((known) => known !== userId), userId].slice(-ACCOUNTS_MAX) };
}

export function sealDevice(key: SigningKey, { id, accounts }: Device): string {
  return seal(key, 'device', [id, ...accounts].join('.'));
}

export function parseDevice(key: SigningKey, cookie: string | undefined): Device | undefined {
  const text = unseal(key, 'device', cookie);
  if (text === undefined || !/^[0-9a-f]{32}(?:\.[1-9]\d{0,14}){0,10}$/.test(text)) return undefined;
  const [id = '', ...accounts] = text.split('.');
  return { id, accounts: accounts.map(Number) };
}

function seal(key: SigningKey, purpose: string, text: string): string {
  return `${text}.${sign(key, `${purpose}\n${text}`)}`;
}

function unseal(key: SigningKey, purpose: string, sealed: string | undefined): string | undefined {
  const dot = sealed?.lastIndexOf('.') ?? -1;
  if (sealed === undefined || dot < 1) return undefined;
  const text = sealed.slice(0, dot);
  return isSigned(key, `${purpose}\n${text}`, sealed.slice(dot + 1)) ? text : undefined;
}
