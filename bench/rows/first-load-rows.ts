import { type Browser, chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findBrowser } from '../../e2e/support/browser.ts';
import { median } from '../load.ts';
import type { Row } from '../report.ts';

const DEBUG_PORT = 3139;
const LIGHTHOUSE_RUNS = 5;
const PUBLICATIONS_AUTHOR = 4;
const KB = 1024;

const BYTES_MAX = { Script: 130 * KB, Stylesheet: 15 * KB, Font: 40 * KB };
/** Limits of pages with publications, comments and a player. */
const PUBLICATIONS_BYTES_MAX = { ...BYTES_MAX, Script: 150 * KB };
const BYTE_ROWS = { Script: 'JavaScript', Stylesheet: 'CSS', Font: 'Fonts' };
type Kind = keyof typeof BYTES_MAX;

export async function measureFirstLoad(url: string): Promise<Row[]> {
  const { path: executablePath, env, switches } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env,
    args: [...switches, `--remote-debugging-port=${DEBUG_PORT}`],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'ru-RU' });
    const bytes = await countBytes(await context.newPage(), url, 'the list', BYTES_MAX);
    await context.close();
    return [
      ...bytes,
      ...(await countPublications(browser, url)),
      ...(await runLighthouse('the list', url)),
      ...(await runLighthouse('a person’s page', `${url}/user/1`)),
    ];
  } finally {
    await browser.close();
  }
}

async function countPublications(browser: Browser, url: string): Promise<Row[]> {
  const answer = await fetch(`${url}/api/publish/get/by/user?user_id=${PUBLICATIONS_AUTHOR}&size=24`);
  const { list } = (await answer.json()) as { list: { publish_id: number; publish_type: number }[] };
  const photos = list.find(({ publish_type }) => publish_type === 0);
  if (photos === undefined) throw new Error('The demo has no photos in publications');
  const pages = [
    ['a person’s page', `/user/${PUBLICATIONS_AUTHOR}`],
    ['a publication with photos', `/user/${PUBLICATIONS_AUTHOR}/social/${photos.publish_id}`],
  ] as const;
  const rows: Row[] = [];
  for (const [name, at] of pages) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'ru-RU' });
    rows.push(...(await countBytes(await context.newPage(), url + at, name, PUBLICATIONS_BYTES_MAX)));
    await context.close();
  }
  return rows;
}

async function countBytes(page: Page, url: string, name: string, max: Record<Kind, number>): Promise<Row[]> {
  const received: Record<Kind, number> = { Script: 0, Stylesheet: 0, Font: 0 };
  const kinds = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind !== undefined && kind in received) received[kind as Kind] += encodedDataLength;
  });
  await page.goto(url);
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.waitForLoadState('networkidle');
  return (Object.keys(received) as Kind[]).map((kind) => ({
    what: `${BYTE_ROWS[kind]} on the first load of ${name}, headers included`,
    against: '',
    ours: '',
    theirs: '',
    figure: `${(received[kind] / KB).toFixed(1)} KB`,
    limit: `≤ ${max[kind] / KB} KB`,
    isMet: received[kind] > 0 && received[kind] <= max[kind],
  }));
}

const CATEGORIES = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 };
const LCP_MAX_SECONDS = 1.7;
const SHIFT_MAX = 0.02;

async function runLighthouse(page: string, url: string): Promise<Row[]> {
  const runs: Awaited<ReturnType<typeof runOnce>>[] = [];
  for (let i = 0; i < LIGHTHOUSE_RUNS; i++) runs.push(await runOnce(url));
  const scores = (Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[]).map((name) => {
    const score = median(runs.map((run) => run.scores[name]));
    return row(
      `Lighthouse, mobile, ${page}: ${name}`,
      String(score),
      `≥ ${CATEGORIES[name]}`,
      score >= CATEGORIES[name],
    );
  });
  const seconds = median(runs.map((run) => run.lcpSeconds));
  const shift = median(runs.map((run) => run.shift));
  return [
    ...scores,
    row(
      `Largest contentful paint, ${page}`,
      `${seconds.toFixed(2)} s`,
      `≤ ${LCP_MAX_SECONDS} s`,
      seconds <= LCP_MAX_SECONDS,
    ),
    row(`Cumulative layout shift, ${page}`, shift.toFixed(3), `≤ ${SHIFT_MAX}`, shift <= SHIFT_MAX),
  ];
}

async function runOnce(url: string) {
  const result = await lighthouse(url, {
    port: DEBUG_PORT,
    logLevel: 'error',
    onlyCategories: Object.keys(CATEGORIES),
    extraHeaders: { 'accept-language': 'ru-RU,ru' },
  });
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const { categories, audits } = result.lhr;
  const scoreOf = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    lcpSeconds: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    failed: Object.values(audits).filter(({ score }) => score !== null && score < 1),
  };
}

function row(what: string, figure: string, limit: string, isMet: boolean): Row {
  return { what: `${what} (median of ${LIGHTHOUSE_RUNS})`, against: '', ours: '', theirs: '', figure, limit, isMet };
}
