import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import pg from 'pg';
import { createRandom } from '../../server/src/demo/random.ts';
import type { CheckResult } from '../load/checks.ts';
import { runFaults } from '../load/faults.ts';
import { createUsers } from '../load/people.ts';
import { type LoadReport, runScene } from '../load/run-load.ts';
import { type Spread, spreadOf } from '../load/timing.ts';
import { type Callers, startCallers } from './callers.ts';
import { DRILL_FAULTS, type DrillFaultName, refusedFaults } from './drill-faults.ts';
import { type DrillStage, openDrillStage } from './drill-stage.ts';
import { type Guests, startGuests } from './guests.ts';
import { versionOf } from './programs.ts';
import { startUploads, type Uploads } from './uploads.ts';

export interface DrillOptions {
  dataDir: string;
  /** Folder of PostgreSQL's programs. */
  programs: string;
  users: number;
  rate: number;
  /** Seconds for each fault, with its quiet phase. */
  slot: number;
  faults: readonly DrillFaultName[];
  seed: number;
}

export interface FaultResult {
  name: DrillFaultName;
  people: Spread;
  guests: Spread;
  calls: Spread;
}

export interface DrillReport {
  load: LoadReport;
  versions: string;
  results: FaultResult[];
  refused: [DrillFaultName, string][];
  checks: CheckResult[];
  visits: number;
  files: number;
  roomsEntered: number;
}

/** Milliseconds after a fault within which everybody must be back. */
export const BACK_MAX_MS = 5000;
const CALLS = 4;
const GUESTS = 8;
const GUEST_PATHS = ['/', '/api/boards/enabled', '/?page=2', '/register', '/api/boards/enabled?offset=10'];
const CALLERS = { login: 'calls', phone: 3_000_000 };
const CALM_SHARE = 0.1;
const NOBODY = spreadOf([]);

interface Onlookers {
  callers: Callers;
  guests: Guests;
  uploads: Uploads;
}

export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const { dataDir, users, rate, slot, seed } = options;
  const random = createRandom(seed);
  const startedAt = new Date();
  const stage = await openDrillStage(dataDir, options.programs);
  const { origin, certificate } = stage.haproxy;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(certificate, 'utf8')]);
  const noted: string[] = [];
  let onlookers: Onlookers | undefined;
  try {
    const refused = await refusedFaults(options.faults, stage);
    const faults = options.faults.filter((name) => !refused.has(name));
    const seconds = (faults.length * slot) / (1 - 2 * CALM_SHARE);
    const load = await runScene(
      {
        redis: versionsOf(stage),
        origin,
        environment: { NODE_EXTRA_CA_CERTS: certificate },
        connection: stage.postgres.connection,
        async open() {
          await stage.open();
          onlookers = await startOnlookers(stage);
        },
        async breakParts(until) {
          if (onlookers === undefined) throw new Error('nobody looks on');
          const { callers } = onlookers;
          const parts = { stage, callers, random, note: (problem: string) => noted.push(problem) };
          const inject = (name: string) => {
            const { what, inject } = DRILL_FAULTS[name as DrillFaultName];
            console.log(`${new Date().toISOString()} ${name}: ${what}`);
            return inject(parts);
          };
          return runFaults(faults, inject, random, until);
        },
        deaths: stage.processes.deaths,
        errors: stage.processes.errors,
        said: stage.processes.said,
        processorTimes: stage.processorTimes,
      },
      { dataDir, users, rate, seconds, faults, seed },
      random.whole(1, 2 ** 31),
    );
    if (onlookers === undefined) throw new Error('nobody looks on');
    return await judge(stage, { load, onlookers, noted, refused: [...refused], startedAt });
  } finally {
    onlookers?.callers.close();
    await onlookers?.guests.stop();
    await onlookers?.uploads.stop();
    await stage.close();
  }
}

async function startOnlookers(stage: DrillStage): Promise<Onlookers> {
  const { origin } = stage.haproxy;
  const people = await createUsers(stage.postgres.connection(), CALLS * 2, CALLERS);
  const callers = await startCallers(origin, people);
  await callers.talking();
  const ads = await listAds(origin);
  const guests = startGuests(origin, [...GUEST_PATHS, ...ads], GUESTS);
  return { callers, guests, uploads: startUploads(origin, people) };
}

async function listAds(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/api/boards/enabled`);
  const { boards } = (await response.json()) as { boards: { board_id: number }[] };
  return boards.slice(0, 3).map(({ board_id }) => `/ad/${board_id}`);
}

interface Findings {
  load: LoadReport;
  onlookers: Onlookers;
  noted: readonly string[];
  refused: [DrillFaultName, string][];
  startedAt: Date;
}

async function judge(
  stage: DrillStage,
  { load, onlookers, noted, refused, startedAt }: Findings,
): Promise<DrillReport> {
  const { callers, guests, uploads } = onlookers;
  const { faults } = load;
  const [called, read] = [callers.recoveries(faults), guests.recoveries(faults)];
  const results = load.recovery.map(({ kind, spread: people }) => ({
    name: kind as DrillFaultName,
    people,
    guests: read.get(kind) ?? NOBODY,
    calls: called.get(kind) ?? NOBODY,
  }));
  await uploads.stop();
  const checks = [
    ...load.checks,
    guests.refusedInPeace(faults, BACK_MAX_MS),
    await callers.check(),
    ...(await uploads.check()),
    ...diskChecks(load, uploads),
    counted('Faults that did not go as they should', [...noted]),
    ...(await databaseChecks(stage, startedAt)),
  ];
  return {
    ...{ load, results, refused, checks },
    versions: versionsOf(stage),
    visits: guests.visits(),
    files: uploads.kept(),
    roomsEntered: callers.entered(),
  };
}

const counted = (what: string, examples: string[]): CheckResult => ({ what, count: examples.length, examples });

function diskChecks({ faults }: LoadReport, uploads: Uploads): CheckResult[] {
  const full = faults.filter(({ kind }) => kind === 'disk-full');
  if (full.length === 0) return [];
  const problems = full.flatMap(({ begin, end }) => [
    ...(uploads.wasRefusedAsFull(begin, end) ? [] : ['no file was refused with 507']),
    ...(uploads.recoveryAfter(end) <= BACK_MAX_MS ? [] : ['files were not taken again in time']),
  ]);
  return [counted('Full disks that were not told, or went on after there was room', problems)];
}

/** Times of messages come from nodes, whose clocks may be wrong; and what was queued must have run. */
async function databaseChecks({ postgres }: DrillStage, startedAt: Date): Promise<CheckResult[]> {
  const client = new pg.Client(postgres.connection());
  await client.connect();
  try {
    const { rows: strange } = await client.query<{ id: number; at: Date }>(
      `select id, created_at as at from messages
      where client_key is not null and created_at not between $1::timestamptz - interval '1 minute' and now() + interval '1 minute'`,
      [startedAt],
    );
    const { rows: waiting } = await client.query<{ task: string }>(
      `select task_identifier || ', try ' || attempts || coalesce(', locked since ' || locked_at, '') || coalesce(': ' || last_error, '') as task from graphile_worker.jobs
      where attempts < max_attempts and run_at < now() - interval '2 minutes'`,
    );
    return [
      counted(
        'Messages dated outside of the run',
        strange.map(({ id, at }) => `message ${id}: ${at.toISOString()}`),
      ),
      counted(
        'Jobs that wait for more than two minutes',
        waiting.map(({ task }) => task),
      ),
    ];
  } finally {
    await client.end();
  }
}

const versionsOf = ({ postgres }: DrillStage): string =>
  [
    `HAProxy ${versionOf('haproxy', '-v')}`,
    `Redis ${versionOf('redis-server', '--version')} with Sentinel`,
    `PostgreSQL ${postgres.version} with a synchronous standby`,
  ].join(', ');
