import type { FastifyReply, FastifyRequest } from 'fastify';
import { runInShare } from '../../platform/database/shares.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { COOKIE_SECONDS_MAX, cookieOptions } from '../../platform/http/cookies/cookie-options.ts';
import { requestUrl } from '../../platform/http/request/request-url.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { getInstallationKey } from '../../platform/installation-keys/installation-keys.ts';
import {
  BROWSER_COOKIE,
  type Device,
  INVITATION_COOKIE,
  INVITATION_SECONDS,
  newDevice,
  parseDevice,
  parseInvitation,
  type RememberedInvitation,
  sealDevice,
  sealInvitation,
  withAccount,
} from './browser-cookies.ts';
import { findActiveInviter } from './find-inviter.ts';

export interface Visit {
  invitedBy: number | null;
  /** The page depends on the browser's cookies or sets them, so its response must not be cached for others. */
  isPersonal: boolean;
}

/** Pages between an invitation link and the registration form, with the `.data` requests of client-side navigation. */
const INVITATION_PATHS = /^\/(?:friend|register|registration)\/?(?:\.data)?$/;
/** On these pages the visitor typed the code; on the landing page the inviter's link contains it. */
const TYPED_CODE_PATHS = /^\/(?:register|registration)\/?(?:\.data)?$/;

/**
 * Records in cookies which account is signed in and, on invitation pages, who invited. The first link opened within 30
 * days stays; a typed code replaces it, and `friend_id=0` clears it.
 */
export async function recordVisit(
  services: Services,
  viewer: Viewer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const { userId } = viewer;
  if (userId !== null) {
    if (!isRemembered(request, userId))
      await runInShare('access', () => rememberAccount(services, request, reply, userId));
    return { invitedBy: null, isPersonal: true };
  }
  const url = requestUrl(request, services.config.publicUrl);
  const cookie = request.cookies[INVITATION_COOKIE];
  const isInvitationPath = INVITATION_PATHS.test(url.pathname);
  if (!isInvitationPath || (cookie === undefined && !hasInviter(url))) return { invitedBy: null, isPersonal: false };
  return runInShare('access', () => recordInvitation(services, url, request, reply));
}

async function recordInvitation(
  services: Services,
  url: URL,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const cookie = request.cookies[INVITATION_COOKIE];
  const key = await getInstallationKey(services.db, 'invitations');
  const stored = parseInvitation(key, cookie, services.clock());
  const remembered = isDeliberate(request) ? await updateRememberedInvitation(services, url, stored) : stored;
  if (remembered === undefined) {
    if (cookie !== undefined) reply.clearCookie(INVITATION_COOKIE, base(services));
  } else if (remembered !== stored) {
    setCookie(services, reply, INVITATION_COOKIE, sealInvitation(key, remembered), INVITATION_SECONDS);
    if (parseDevice(key, request.cookies[BROWSER_COOKIE]) === undefined) {
      setCookie(services, reply, BROWSER_COOKIE, sealDevice(key, newDevice()), COOKIE_SECONDS_MAX);
    }
  }
  return { invitedBy: remembered?.inviterId ?? null, isPersonal: true };
}

const hasInviter = ({ searchParams }: URL): boolean => searchParams.has('friend_id') || searchParams.has('referral');

async function updateRememberedInvitation(
  { db, clock }: Services,
  { pathname, searchParams }: URL,
  stored: RememberedInvitation | undefined,
): Promise<RememberedInvitation | undefined> {
  const friend = searchParams.get('friend_id');
  const code = searchParams.get('referral') ?? '';
  if (friend === '0' && code === '') return undefined;
  const isTyped = code !== '' && TYPED_CODE_PATHS.test(pathname);
  if (stored !== undefined && !isTyped) return stored;
  const inviterId = isTyped
    ? await findByCode(db, code)
    : ((await findActiveInviter(db, { id: Number(friend) })) ?? (await findByCode(db, code)));
  if (inviterId === undefined) return stored;
  if (stored?.inviterId === inviterId && stored.source === 'code') return stored;
  return { inviterId, source: isTyped ? 'code' : 'link', openedAt: clock() };
}

const findByCode = (db: Db, code: string) => findActiveInviter(db, { code });

/** Images and frames embedded by other sites, and prefetched pages, set no cookies. */
function isDeliberate({ headers }: FastifyRequest): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`;
  if (purpose.includes('prefetch')) return false;
  const destination = headers['sec-fetch-dest'];
  return (
    destination === undefined ||
    destination === 'document' ||
    (destination === 'empty' && headers['sec-fetch-site'] === 'same-origin')
  );
}

/** Accounts and cookies that name them: a signature takes as long to check as the routes of a page take to find. */
const checked = new Set<string>();
const CHECKED_MAX = 10_000;

const nameOf = (request: FastifyRequest, userId: number): string => `${userId} ${request.cookies[BROWSER_COOKIE]}`;

const isRemembered = (request: FastifyRequest, userId: number): boolean => checked.has(nameOf(request, userId));

async function rememberAccount(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  const key = await getInstallationKey(services.db, 'invitations');
  const device: Device = parseDevice(key, request.cookies[BROWSER_COOKIE]) ?? newDevice();
  if (device.accounts.includes(userId)) {
    if (checked.size >= CHECKED_MAX) checked.clear();
    checked.add(nameOf(request, userId));
  } else {
    setCookie(services, reply, BROWSER_COOKIE, sealDevice(key, withAccount(device, userId)), COOKIE_SECONDS_MAX);
  }
}

export async function markRegistered(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  await rememberAccount(services, request, reply, userId);
  if (request.cookies[INVITATION_COOKIE] !== undefined) reply.clearCookie(INVITATION_COOKIE, base(services));
}

const base = (services: Services) => ({ ...cookieOptions(services), httpOnly: true }) as const;

function setCookie(services: Services, reply: FastifyReply, name: string, value: string, maxAge: number): void {
  reply.setCookie(name, value, { ...base(services), maxAge });
}
