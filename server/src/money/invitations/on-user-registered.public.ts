import type { InvitationReason, InvitationSource } from '@app/contract/money/invitations';
import { sql } from 'kysely';
import type { Newcomer } from '../../people/people-events.public.ts';
import { updateUser } from '../../people/users/accounts.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { getInstallationKey } from '../../platform/installation-keys/installation-keys.ts';
import { openCase } from '../../trust/moderation/open-case.public.ts';
import { BROWSER_COOKIE, INVITATION_COOKIE, parseDevice, parseInvitation } from './browser-cookies.ts';
import { findActiveInviter } from './find-inviter.ts';
import { hashAddress, hashDevice, hashMailbox, isSamePerson, type Person } from './same-person.ts';

const CHAIN_MAX = 20;
/** More registrations than this from one address within a day are held for review. */
const ADDRESS_MAX = 5;
/** More registrations than this from one browser within 30 days are held for review. */
const DEVICE_MAX = 3;
const DAY_MS = 24 * 3600 * 1000;

interface Claim {
  inviterId: number;
  source: InvitationSource;
  attributedAt: Date;
}

/**
 * Records who invited a newcomer, inside the registration transaction. Never rejects a registration and shows the
 * newcomer nothing; only the inviter sees that an invitation does not count or is under review.
 */
export async function onUserRegistered({ db, clock, live }: Services, tx: Tx, newcomer: Newcomer): Promise<void> {
  const key = await getInstallationKey(db, 'invitations');
  const now = clock();
  const claim = await findClaim(tx, newcomer, key, now);
  if (claim === undefined) return;

  const device = parseDevice(key, newcomer.cookies[BROWSER_COOKIE]);
  const hashes = {
    address: hashAddress(key, newcomer.viewer.ip, now),
    device: device === undefined ? null : hashDevice(key, device.id),
    mailbox: hashMailbox(key, newcomer.email),
  };
  await lockRegistrationHashes(tx, hashes);
  const accounts = [...(device?.accounts ?? []), ...(newcomer.viewer.userId === null ? [] : [newcomer.viewer.userId])];
  const cycleReason = await findInvitationCycle(tx, { ...newcomer, accounts }, claim.inviterId);
  const yesterday = hashAddress(key, newcomer.viewer.ip, new Date(now.getTime() - DAY_MS));
  const reason = cycleReason || (await findMassRegistration(tx, { ...hashes, yesterday }, now));
  const { id } = await tx
    .insertInto('invitations')
    .values({
      inviter_id: claim.inviterId,
      invitee_id: newcomer.id,
      source: claim.source,
      state: cycleReason !== '' ? 'refused' : reason === '' ? 'invited' : 'review',
      reason,
      attributed_at: claim.attributedAt,
      registered_at: now,
      address_hash: hashes.address,
      device_hash: hashes.device,
      mailbox_hash: hashes.mailbox,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (cycleReason === '' && reason !== '') {
    await openCase(tx, {
      kind: 'farm',
      object: `invitation:${id}`,
      aboutUserId: claim.inviterId,
      reason,
      evidence: { title: '', text: '' },
      now,
    });
  }
  await updateUser(tx, newcomer.id, { invited_by: claim.inviterId }, now);
  await live.publishUserEvent(tx, claim.inviterId, { type: 'invitations' });
}

/** Tries the code first, then the named user, then the cookie. Inactive users are skipped. */
async function findClaim(
  tx: Tx,
  { id, inviterId, code, cookies }: Newcomer,
  key: Buffer,
  now: Date,
): Promise<Claim | undefined> {
  const remembered = parseInvitation(key, cookies[INVITATION_COOKIE], now);
  const byCode = code ? await findActiveInviter(tx, { code }) : undefined;
  if (byCode !== undefined && byCode !== id) return { inviterId: byCode, source: 'code', attributedAt: now };
  const named = await findActiveInviter(tx, { id: inviterId ?? null });
  if (named !== undefined && named !== id) {
    const isRemembered = remembered?.inviterId === named;
    return {
      inviterId: named,
      source: isRemembered ? remembered.source : 'friend',
      attributedAt: isRemembered ? remembered.openedAt : now,
    };
  }
  const rememberedInviter = await findActiveInviter(tx, { id: remembered?.inviterId ?? null });
  if (remembered === undefined || rememberedInviter === undefined || rememberedInviter === id) return undefined;
  return { inviterId: rememberedInviter, source: remembered.source, attributedAt: remembered.openedAt };
}

async function findInvitationCycle(
  tx: Tx,
  newcomer: Person & { accounts: readonly number[] },
  inviterId: number,
): Promise<InvitationReason> {
  const { rows } = await sql<Person & { depth: number }>`
    with recursive chain (id, depth) as (
      select ${inviterId}::bigint, 0
      union
      select i.inviter_id, chain.depth + 1 from chain join invitations i on i.invitee_id = chain.id
      where chain.depth < ${CHAIN_MAX}
    )
    select u.id, u.email, u.phone, chain.depth from chain join users u on u.id = chain.id order by chain.depth`.execute(
    tx,
  );
  const same = rows.find((person) => isSamePerson(newcomer, person));
  if (same === undefined) return '';
  return same.id === inviterId ? 'self' : 'cycle';
}

interface RegistrationHashes {
  address: Buffer;
  device: Buffer | null;
  mailbox: Buffer;
}

/** Serializes similar registrations, so that none of many parallel ones escapes the count. */
async function lockRegistrationHashes(tx: Tx, hashes: RegistrationHashes): Promise<void> {
  const names = Object.values(hashes).flatMap((hash: Buffer | null) => (hash === null ? [] : [hash.toString('hex')]));
  // All transactions lock in the same order, which prevents deadlocks.
  for (const name of names.sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invitations ${name}`}, 0))`.execute(tx);
  }
}

async function findMassRegistration(
  tx: Tx,
  { address, yesterday, device, mailbox }: RegistrationHashes & { yesterday: Buffer },
  now: Date,
): Promise<InvitationReason> {
  const since = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<{ mailboxes: number; addresses: number; devices: number }>`
    select
      (select count(*) from invitations where mailbox_hash = ${mailbox}) as mailboxes,
      (select count(*) from invitations
        where address_hash in (${address}, ${yesterday}) and registered_at > ${since}) as addresses,
      (select count(*) from invitations where device_hash = ${device}) as devices`.execute(tx);
  const [found] = rows;
  if (found === undefined) return '';
  if (found.mailboxes > 0) return 'repeat';
  return found.addresses >= ADDRESS_MAX || found.devices >= DEVICE_MAX ? 'farm' : '';
}
