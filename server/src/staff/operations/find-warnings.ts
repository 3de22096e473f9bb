import { statfs } from 'node:fs/promises';
import type { OperationWarning } from '@app/contract/staff/operations';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { measureQueue } from '../../platform/queue/dead-jobs.ts';
import { checkBackups } from './check-backups.ts';
import { inspectCertificate, type SiteCertificate } from './site-certificate.ts';

/** Share of the disk. A condition that began is over a little lower, so that it does not come and go. */
const DISK = { from: 0.9, until: 0.88 };
const BACKUP_HOURS = 24;
/** A single wrong address is its owner's matter; several are the mail server's. */
const UNREACHED_ADDRESSES = 3;
/** Tries of a letter before it counts as not getting through: about a minute. */
const LETTER_TRIES = 3;
const QUEUE_MINUTES = { from: 5, until: 2 };
const CERTIFICATE_DAYS = 14;
/** Before the deadline of a case. */
const CASE_HOURS = 2;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface OperationCondition {
  what: OperationWarning;
  amount: number;
}

type Conditions = readonly OperationCondition[];

/** Looks at everything that is likely to break; `known` are the conditions that last already. */
export async function findWarnings(services: Services, known: ReadonlySet<OperationWarning>): Promise<Conditions> {
  const { config, db, clock } = services;
  const now = clock();
  const found = await Promise.all([
    findFullDisk([config.dataDir, ...(config.backupDir === undefined ? [] : [config.backupDir])], known.has('disk')),
    config.backupDir === undefined ? [] : findBackupWarnings(config.backupDir, now),
    findUnreachedAddresses(db),
    findOldQueue(db, known.has('queue')),
    findSilentScanner(services),
    findCertificateWarnings(config.publicUrl, now),
    findLateCases(db, now),
  ]);
  return found.flat();
}

async function findFullDisk(folders: readonly string[], isKnown: boolean): Promise<Conditions> {
  const shares = await Promise.all(folders.map(measureDiskUse));
  return diskWarnings(Math.max(...shares), isKnown);
}

export function diskWarnings(share: number, isKnown: boolean): Conditions {
  return share >= (isKnown ? DISK.until : DISK.from) ? [{ what: 'disk', amount: Math.floor(share * 100) }] : [];
}

/** Used share of the disk of a folder, as `df` counts it: without what is reserved for root. 0 where it is unknown. */
export async function measureDiskUse(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined) return 0;
  const used = disk.blocks - disk.bfree;
  return used + disk.bavail === 0 ? 0 : used / (used + disk.bavail);
}

async function findBackupWarnings(folder: string, now: Date): Promise<Conditions> {
  const { madeAt, isBeingMade, isDamaged } = await checkBackups(folder, now);
  const hours = madeAt === undefined ? 0 : Math.floor((now.getTime() - madeAt.getTime()) / HOUR_MS);
  const isOld = (madeAt === undefined || hours >= BACKUP_HOURS) && !isBeingMade;
  return [
    ...(isOld ? [{ what: 'backup_old' as const, amount: hours }] : []),
    ...(isDamaged ? [{ what: 'backup_damaged' as const, amount: 0 }] : []),
  ];
}

async function findUnreachedAddresses(db: Db): Promise<Conditions> {
  const { rows } = await sql<{ addresses: number }>`
    select count(distinct lower(j.payload ->> 'to'))::int as addresses
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send-email' and j.attempts >= ${LETTER_TRIES} and j.last_error is not null
      and j.updated_at > now() - interval '1 day'`.execute(db);
  const amount = rows[0]?.addresses ?? 0;
  return amount >= UNREACHED_ADDRESSES ? [{ what: 'mail', amount }] : [];
}

async function findOldQueue(db: Db, isKnown: boolean): Promise<Conditions> {
  const ages = (await measureQueue(db)).map(({ age_seconds }) => age_seconds);
  const minutes = Math.floor(Math.max(0, ...ages) / 60);
  return minutes >= (isKnown ? QUEUE_MINUTES.until : QUEUE_MINUTES.from) ? [{ what: 'queue', amount: minutes }] : [];
}

async function findSilentScanner({ media: { scanner } }: Services): Promise<Conditions> {
  return scanner === undefined || (await scanner.isAnswering()) ? [] : [{ what: 'scanner', amount: 0 }];
}

async function findCertificateWarnings(publicUrl: string, now: Date): Promise<Conditions> {
  const shown = publicUrl.startsWith('https:') ? await inspectCertificate(publicUrl, now) : undefined;
  return certificateWarnings(shown, now);
}

/** A site that cannot be asked from here has no certificate that is known to be wrong. */
export function certificateWarnings(shown: SiteCertificate | undefined, now: Date): Conditions {
  if (shown === undefined) return [];
  const days = Math.floor((shown.end.getTime() - now.getTime()) / DAY_MS);
  return [
    ...(days < CERTIFICATE_DAYS ? [{ what: 'certificate' as const, amount: Math.max(0, days) }] : []),
    ...(shown.isTrusted ? [] : [{ what: 'certificate_untrusted' as const, amount: 0 }]),
  ];
}

async function findLateCases(db: Db, now: Date): Promise<Conditions> {
  const { rows } = await sql<{ cases: number }>`
    select count(*)::int as cases from moderation_cases
    where state <> 'resolved' and due_at < ${new Date(now.getTime() + CASE_HOURS * HOUR_MS)}`.execute(db);
  const amount = rows[0]?.cases ?? 0;
  return amount > 0 ? [{ what: 'cases', amount }] : [];
}
