import type { BareServerOptions } from '../bare-server.ts';
import type { ChildServer } from '../child-server.ts';
import { startChild } from '../child-server.ts';
import type { BenchDatabases, DatabaseName } from '../databases.ts';
import { type Comparison, compare } from '../load.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';

const LIST = '/api/boards/enabled';
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'ru-RU,ru;q=0.9',
};

const PAGE_SHARE_MIN = 0.5;
/** With a hundred times as many ads a request may take 1.3 times as long. */
export const GROWTH_SHARE_MIN = 0.77;
/** What is answered from memory takes a tenth less after its first 200,000 requests, and most of it is the kernel's. */
const FROM_MEMORY = { warmUpSeconds: 4, rounds: 11 };

interface Servers {
  cached: ChildServer;
  uncached: ChildServer;
  bare: ChildServer;
}

type Measure = (name: string, run: () => Promise<Row[]>) => Promise<void>;

export const SPEED_GROUPS = ['list', 'cached list', 'growth', 'page', 'cached page'];

export async function measureSpeed(databases: BenchDatabases, folder: string, measure: Measure): Promise<void> {
  const ours = async (size: DatabaseName, hasCache: boolean): Promise<ChildServer> =>
    startChild('our-server.ts', {
      connection: await databases.connect(size),
      dataDir: `${folder}/${size}-${hasCache ? 'cached' : 'uncached'}`,
      hasCache,
    } satisfies OurServerOptions);
  const bareOptions: BareServerOptions = { connection: await databases.connect('large') };
  const [cached, uncached, bare] = await Promise.all([
    ours('large', true),
    ours('large', false),
    startChild('bare-server.ts', bareOptions),
  ]);
  const servers: Servers = { cached, uncached, bare };
  try {
    await measure('list', () => measureList(servers, databases));
    await measure('cached list', () => measureCachedList(servers));
    await measure('growth', async () => {
      const small = await ours('small', false);
      try {
        return await measureGrowth(servers, small);
      } finally {
        await small.stop();
      }
    });
    await measure('page', () => measurePage(servers));
    await measure('cached page', () => measureCachedPage(servers));
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

async function measureList({ uncached, bare }: Servers, databases: BenchDatabases): Promise<Row[]> {
  const authorization = `Bearer ${await databases.tokenFor('large')}`;
  return [
    toRow(
      'List of 12 of 1,000,000 ads, JSON, computed for each request',
      'bare Fastify + pg, the same SQL',
      0.8,
      await compare({ server: uncached, path: LIST }, { server: bare, path: '/list' }),
    ),
    toRow(
      'The same, signed in',
      'bare Fastify + pg, the same SQL with the session’s',
      0.8,
      await compare(
        { server: uncached, path: LIST, headers: { authorization } },
        { server: bare, path: '/list-signed-in', headers: { authorization } },
      ),
    ),
  ];
}

async function measureCachedList({ cached, bare }: Servers): Promise<Row[]> {
  await prepareBytes(cached, bare, LIST, {});
  const plain = await compare({ server: cached, path: LIST }, { server: bare, path: '/bytes' }, FROM_MEMORY);
  return [
    toProcessorRow(
      'List as JSON, anonymous, from the node’s cache, processor time',
      'bare Fastify answering these bytes',
      0.85,
      plain,
    ),
  ];
}

async function measureGrowth({ uncached }: Servers, small: ChildServer): Promise<Row[]> {
  const growthRow = async (what: string, path: string): Promise<Row> =>
    toRow(
      `${what}, 1,000,000 ads`,
      'the same of 10,000 ads',
      GROWTH_SHARE_MIN,
      await compare({ server: uncached, path }, { server: small, path }),
    );
  return [
    toRow(
      'First page of 1,000,000 ads',
      'the same of 10,000 ads',
      0.8,
      await compare({ server: uncached, path: LIST }, { server: small, path: LIST }),
    ),
    await growthRow('First page with photos within a range of prices', `${LIST}?photo=1&price_from=500&price_to=50000`),
  ];
}

async function measurePage({ uncached, bare }: Servers): Promise<Row[]> {
  const language = { 'accept-language': BROWSER['accept-language'] };
  await prepareBytes(uncached, bare, '/', language);
  const ours = { server: uncached, path: '/', headers: language };
  return [
    toRow(
      'List as a page, anonymous, its data read for each request',
      'bare React SSR of the same elements in bare Fastify, the same SQL',
      PAGE_SHARE_MIN,
      await compare(ours, { server: bare, path: '/same-page' }),
    ),
  ];
}

async function measureCachedPage({ cached }: Servers): Promise<Row[]> {
  const page = { server: cached, path: '/', headers: BROWSER };
  return [
    toProcessorRow(
      'List as a page, anonymous, from the node’s cache, as browsers ask for it, processor time',
      'the list as JSON from the cache',
      0.8,
      await compare(page, { server: cached, path: LIST }, FROM_MEMORY),
    ),
  ];
}

export async function prepareBytes(
  from: ChildServer,
  to: ChildServer,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  const answer = await fetch(from.url + path, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  await to.send({
    body: body.toString('base64'),
    headers: { 'content-type': answer.headers.get('content-type') ?? '' },
  });
}

/** Of what is answered from memory: the clock measures how client and server share two cores. */
const toProcessorRow = (what: string, against: string, limit: number, compared: Comparison): Row =>
  toRow(what, against, limit, { ...compared, ratio: compared.processorRatio });

export function toRow(
  what: string,
  against: string,
  limit: number,
  { ours, theirs, ratio }: Omit<Comparison, 'processorRatio'>,
): Row {
  const show = ({ perSecond, cpuMicroseconds }: Comparison['ours']): string =>
    `${Math.round(perSecond).toLocaleString('en')}/s (${Math.round(cpuMicroseconds)} µs)`;
  return {
    what,
    against,
    ours: show(ours),
    theirs: show(theirs),
    figure: `${Math.round(ratio * 100)} %`,
    limit: `≥ ${limit * 100} %`,
    isMet: ratio >= limit,
  };
}
