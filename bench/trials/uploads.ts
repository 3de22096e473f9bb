import { createHash } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { musicApi } from '@app/contract/publishing/music';
import type pg from 'pg';
import { createRandom, type Random } from '../../server/src/demo/random.ts';
import { tusClient, uploadIdOf } from '../../server/test/tus-client.ts';
import { checkLog } from '../load/check-log.ts';
import { createUsers } from '../load/people.ts';
import type { SimulatedUser } from '../load/person.ts';
import { backoff } from '../load/user-connection.ts';
import { createTrack } from './fill-account.ts';
import { countTriedAgain, insistJson, sendRequest } from './insist.ts';
import { describeKills, liveThroughKills, openBalanced } from './kills.ts';
import type { Trial } from './trial.ts';
import { checkUploads, judgeBreaks, type UploadTruth } from './uploads-checks.ts';
import { withDatabase } from './with-database.ts';

const NUMBERS = { uploads: 1000, kills: 10 };
const LANES = 12;
const FILES_EACH = 25;
const SENDERS = { login: 'uploads', phone: 5_000_000 };
/** A request carries so many bytes; the next one goes on at the offset that the server acknowledged. */
const PIECE_BYTES = 96 * 1024;
const SECONDS = [4, 40] as const;
const ANSWER_MS = 10_000;
/** Longer than anything that is broken here; a file that takes longer did not get through. */
const PATIENCE_MS = 180_000;

const SABOTAGES: Readonly<Record<string, (stored: Stored) => Promise<unknown>>> = {
  lose: async ({ file }) => rmSync(file),
  change: async ({ file }) => appendFileSync(file, 'x'),
  double: ({ database, id }) =>
    database.query(
      `insert into tracks (playlist_id, user_id, recording_id, title, artist, lyrics, audience, is_sent, position)
      select (select id from playlists where user_id = tracks.user_id and id <> playlist_id limit 1), user_id, recording_id,
        title, artist, lyrics, audience, false, 1
      from tracks where recording_id = $1`,
      [id],
    ),
};

/** The last content that was stored. */
interface Stored {
  database: pg.Pool;
  id: number;
  file: string;
}

interface Upload {
  user: SimulatedUser;
  playlistId: number;
  name: string;
  seconds: number;
  sha256: string;
  bytes: number;
  /** The address of the track; undefined until the product acknowledged it. */
  src: string | undefined;
  setBacks: number;
  interruptions: number;
}

/** People upload tracks by the tus protocol and go on after each break, while web nodes are killed. */
export const uploads: Trial = {
  numbers: NUMBERS,
  sabotages: Object.keys(SABOTAGES),
  minutes: ({ uploads: count = 0, kills = 0 }) => count / 300 + kills / 5 + 1,
  async run({ dataDir, numbers, seed, sabotage }) {
    const { uploads: count, kills } = { ...NUMBERS, ...numbers };
    const random = createRandom(seed);
    const { stage, origin, close } = await openBalanced(dataDir);
    try {
      const people = await createUsers(stage.connection, Math.ceil(count / FILES_EACH), SENDERS);
      const items = await planUploads(origin, people, count, random);
      const begin = Date.now();
      const killed = await liveThroughKills({
        ...{ stage, random, items, kills },
        lanes: LANES,
        targets: ['web'],
        live: (upload) => send(origin, upload),
      });
      const seconds = (Date.now() - begin) / 1000;
      return await withDatabase(stage.connection, async (database) => {
        if (sabotage !== undefined) await SABOTAGES[sabotage]?.(await findStored(database, stage.filesDir));
        const megabytes = items.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20;
        return {
          scene: `${count.toLocaleString('en')} resumable uploads of ${megabytes.toFixed(0)} MB in all by ${people.length} people, ${kills} kills, seed ${seed}; two web nodes that share their files, a process for jobs, ${stage.redis.what}`,
          checks: [
            ...checkUploads(await loadTruth(database, origin, items)),
            checkLog(
              stage.said(),
              people.map(({ token }) => token),
            ),
          ],
          judged: [
            judgeBreaks(
              killed.length,
              items.reduce((sum, { interruptions }) => sum + interruptions, countTriedAgain()),
            ),
          ],
          told: [
            ...describeKills(killed),
            [
              'Files',
              `${items.filter(({ src }) => src).length} of ${count} acknowledged, within ${seconds.toFixed(0)} s`,
            ],
          ],
          errors: stage.errors(),
          deaths: stage.deaths(),
        };
      });
    } finally {
      await close();
    }
  },
};

async function planUploads(
  origin: string,
  people: readonly SimulatedUser[],
  count: number,
  random: Random,
): Promise<Upload[]> {
  const playlists = new Map<number, number>();
  for (const { id, token } of people) {
    for (const name of ['Дорога', 'Дом']) {
      const { id: playlistId } = await insistJson<{ id: number }>(origin, {
        method: musicApi.addPlaylist.method,
        path: musicApi.addPlaylist.path,
        token,
        body: { name },
      });
      playlists.set(id, playlistId);
    }
  }
  return Array.from({ length: count }, (_, i): Upload => {
    const user = people[i % people.length] as SimulatedUser;
    return {
      ...{ user, name: `track-${i}.wav`, seconds: random.whole(...SECONDS), sha256: '', bytes: 0 },
      ...{ playlistId: playlists.get(user.id) ?? 0, src: undefined, setBacks: 0, interruptions: 0 },
    };
  });
}

async function send(origin: string, upload: Upload): Promise<void> {
  const bytes = createTrack(upload.seconds);
  upload.sha256 = createHash('sha256').update(bytes).digest('hex');
  upload.bytes = bytes.length;
  const { token, id } = upload.user;
  const client = tusClient(origin, token);
  const deadline = Date.now() + PATIENCE_MS;
  let failures = 0;

  /** Undefined when it broke, or was refused for now. */
  async function attempt<Answer>(call: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    const answer = await call().catch(() => undefined);
    if (answer === undefined) {
      upload.interruptions += 1;
      await sleep(backoff(failures));
    }
    failures = answer === undefined ? failures + 1 : 0;
    return answer;
  }

  let address: string | undefined;
  let offset: number | undefined;
  let acknowledged = 0;
  while (Date.now() < deadline && acknowledged < bytes.length) {
    if (address === undefined) {
      address = await attempt(() => client.begin(bytes.length, 'audio', upload.name));
      offset = 0;
      continue;
    }
    const known: string = address;
    if (offset === undefined) {
      offset = await attempt(async () => {
        const there = await client.offset(known);
        return there < 0 ? undefined : there;
      });
      if (offset !== undefined && offset < acknowledged) upload.setBacks += 1;
      continue;
    }
    const from: number = offset;
    offset = await attempt(async () => {
      const piece = bytes.subarray(from, from + PIECE_BYTES);
      const answer = await client.send(known, from, piece, AbortSignal.timeout(ANSWER_MS));
      return answer.status === 204 ? Number(answer.headers.get('upload-offset')) : undefined;
    });
    acknowledged = Math.max(acknowledged, offset ?? 0);
  }
  if (address === undefined || acknowledged < bytes.length) return;
  const { music } = await insistJson<{ music: { src: string }[] }>(origin, {
    method: musicApi.add.method,
    path: musicApi.add.path,
    token,
    headers: { 'idempotency-key': `${id}-${upload.name}` },
    body: { playlist_id: upload.playlistId, upload_id: uploadIdOf(address) },
  });
  upload.src = music[0]?.src;
}

async function findStored(database: pg.Pool, filesDir: string): Promise<Stored> {
  const { rows } = await database.query<{ id: number; storage_key: string }>(
    'select id::int, storage_key from recordings order by id desc limit 1',
  );
  const [last] = rows;
  if (last === undefined) throw new Error('Nothing was stored that could be spoiled');
  return { database, id: last.id, file: path.join(filesDir, 'files', last.storage_key) };
}

async function loadTruth(database: pg.Pool, origin: string, items: readonly Upload[]): Promise<UploadTruth[]> {
  const { rows } = await database.query<{ sha256: string; count: number }>(
    'select r.sha256, count(*)::int as count from tracks t join recordings r on r.id = t.recording_id group by r.sha256',
  );
  const counts = new Map(rows.map(({ sha256, count }) => [sha256, count]));
  const truth: UploadTruth[] = [];
  for (const { name, sha256, src, user, setBacks } of items) {
    const served =
      src === undefined ? undefined : await sendRequest(origin, { method: 'GET', path: src, token: user.token });
    truth.push({
      ...{ name, sha256, setBacks },
      isAcknowledged: src !== undefined,
      servedSha256: served?.status === 200 ? createHash('sha256').update(served.bytes).digest('hex') : undefined,
      tracks: counts.get(sha256) ?? 0,
    });
  }
  return truth;
}
