import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../../e2e/support/browser.ts';
import { measureColdOpen, SLOW_PHONE } from '../../e2e/support/cold-open.ts';
import { DEMO_PASSWORD } from '../../server/src/demo/demo-people.ts';
import { median, runForMedian } from '../load.ts';
import { type NamedFigure, type Row, rowOf } from '../report.ts';

const run = promisify(execFile);

/** `npm run bench` installs it: nothing else needs it. */
const LIGHTHOUSE = path.resolve(import.meta.dirname, '../lighthouse/node_modules/.bin/lighthouse');
const LIGHTHOUSE_MAX_MS = 120_000;
const REPORT_MAX_BYTES = 64 * 1024 * 1024;
const DEBUG_PORT = 3139;
const MEDIAN = ' (median of 3)';
/** Paints that differ by no more need no third one. */
const CLOSE_SHARE = 0.1;
const KB = 1024;
const READER = 'anna';
/** Of publications. */
const AUTHOR = 4;
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
};

const STYLES_MAX_KB = 15;
const FONTS_MAX_KB = 40;
const LCP_MAX_SECONDS = 1.7;
const SHIFT_MAX = 0.02;

interface Opened {
  name: string;
  address: string;
  isGuest?: boolean;
  /** Of JavaScript. */
  maxKb: number;
  /** Of a guest’s page, with what the first sign of use loads. */
  maxUsedKb?: number;
  maxFiles: number;
  maxRequests: number;
  /** Whether its largest paint is limited as well. */
  isTimed?: boolean;
}

export async function measureFirstLoad(url: string): Promise<Row[]> {
  const { path: executablePath, env, switches } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env,
    args: [...switches, `--remote-debugging-port=${DEBUG_PORT}`],
  });
  try {
    const rows: Row[] = [];
    for (const page of await pagesToOpen(url)) {
      rows.push(await countFiles(browser, url, page));
      if (page.isTimed) rows.push(await timePaints(browser, url, page));
    }
    return [...rows, await runLighthouse('the list', url)];
  } finally {
    await browser.close();
  }
}

async function ask<T>(url: string, token?: string, json?: object): Promise<T> {
  const answer = await fetch(url, {
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return (await answer.json()) as T;
}

async function pagesToOpen(url: string): Promise<Opened[]> {
  const credentials = { login: READER, password: DEMO_PASSWORD };
  const { token, user_id } = await ask<{ token: string; user_id: number }>(`${url}/api/auth`, undefined, credentials);
  const chats = await ask<{ list: { user: { id: number } }[] }>(`${url}/api/chat`, token);
  const chat = chats.list[0];
  if (chat === undefined) throw new Error('The demo has no chats');
  return [
    {
      name: 'the list, a guest',
      address: '/',
      isGuest: true,
      maxKb: 100,
      maxUsedKb: 136,
      maxFiles: 10,
      maxRequests: 30,
    },
    { name: 'the list', address: '/', maxKb: 130, maxFiles: 10, maxRequests: 30, isTimed: true },
    { name: 'a person’s page', address: `/user/${AUTHOR}`, maxKb: 115, maxFiles: 12, maxRequests: 28 },
    { name: 'the feed', address: `/user/${user_id}/social`, maxKb: 145, maxFiles: 14, maxRequests: 31, isTimed: true },
    { name: 'the circle', address: '/circle', maxKb: 150, maxFiles: 14, maxRequests: 33, isTimed: true },
    {
      name: 'a dialog',
      address: `/conversation/${chat.user.id}`,
      maxKb: 160,
      maxFiles: 16,
      maxRequests: 35,
      isTimed: true,
    },
  ];
}

async function openContext(browser: Browser, url: string, { isGuest }: Opened): Promise<BrowserContext> {
  const context = await browser.newContext(PHONE);
  if (!isGuest) await context.request.post(`${url}/api/auth`, { data: { login: READER, password: DEMO_PASSWORD } });
  return context;
}

async function openSlowly(browser: Browser, url: string, page: Opened) {
  const context = await openContext(browser, url, page);
  try {
    return await measureColdOpen(await context.newPage(), url + page.address, SLOW_PHONE);
  } finally {
    await context.close();
  }
}

async function countFiles(browser: Browser, url: string, page: Opened): Promise<Row> {
  const context = await openContext(browser, url, page);
  try {
    const opened = await measureColdOpen(await context.newPage(), url + page.address);
    const { name, isGuest, maxKb, maxUsedKb = maxKb } = page;
    if (!isGuest) return rowOf(`Cold open of ${name}`, fileFigures(page, maxKb, opened.files));
    const used = opened.isWaiting ? await opened.listFilesOfUse() : opened.files;
    return rowOf(`Cold open of ${name}, with the first sign of use`, [
      ...fileFigures(page, maxUsedKb, used),
      sizeOf('CSS', used, 'Stylesheet', STYLES_MAX_KB),
      sizeOf('fonts', used, 'Font', FONTS_MAX_KB),
      sizeOf('JavaScript of who only reads', opened.files, 'Script', maxKb),
    ]);
  } finally {
    await context.close();
  }
}

type Files = Awaited<ReturnType<typeof measureColdOpen>>['files'];

function fileFigures({ maxFiles, maxRequests }: Opened, maxKb: number, files: Files): NamedFigure[] {
  const scripts = files.filter(({ kind }) => kind === 'Script').length;
  return [
    sizeOf('JavaScript', files, 'Script', maxKb),
    atMost('requests', files.length, maxRequests),
    // A page without any was not opened to its end.
    atMost('scripts', scripts, maxFiles, scripts > 0),
  ];
}

function sizeOf(name: string, files: Files, kind: string, max: number): NamedFigure {
  const kilobytes = files.filter((file) => file.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0) / KB;
  return { name, figure: `${kilobytes.toFixed(1)} KB`, limit: `≤ ${max} KB`, isMet: kilobytes <= max };
}

const atMost = (name: string, count: number, max: number, isPossible = true): NamedFigure => ({
  name,
  figure: String(count),
  limit: `≤ ${max}`,
  isMet: isPossible && count <= max,
});

async function timePaints(browser: Browser, url: string, page: Opened): Promise<Row> {
  const open = () => openSlowly(browser, url, page);
  const runs = await runForMedian(open, ({ largestPaintMs, shift }) => [largestPaintMs, shift], CLOSE_SHARE);
  const seconds = median(runs.map(({ largestPaintMs }) => largestPaintMs)) / 1000;
  const shift = median(runs.map((run) => run.shift));
  return rowOf(
    `Slow open of ${page.name}, 1.6 Mbit/s, 150 ms, a processor 4 × slower`,
    [
      {
        name: 'largest contentful paint',
        figure: `${seconds.toFixed(2)} s`,
        limit: `≤ ${LCP_MAX_SECONDS} s`,
        isMet: seconds <= LCP_MAX_SECONDS,
      },
      { name: 'layout shift', figure: shift.toFixed(3), limit: `≤ ${SHIFT_MAX}`, isMet: shift <= SHIFT_MAX },
    ],
    MEDIAN,
  );
}

const CATEGORIES = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 };
type Scores = Record<keyof typeof CATEGORIES, number>;
const NAMES = Object.keys(CATEGORIES) as (keyof Scores)[];

async function runLighthouse(page: string, url: string): Promise<Row> {
  const runs = await runForMedian(
    () => runOnce(url),
    (scores) => NAMES.map((name) => scores[name]),
    0,
  );
  const figures = NAMES.map((name): NamedFigure => {
    const score = median(runs.map((scores) => scores[name]));
    const min = CATEGORIES[name];
    return { name, figure: String(score), limit: `≥ ${min}`, isMet: score >= min };
  });
  return rowOf(`Lighthouse, mobile, ${page}`, figures, MEDIAN);
}

interface LighthouseReport {
  categories: Record<string, { score: number | null }>;
}

async function runOnce(url: string): Promise<Scores> {
  const { stdout } = await run(
    LIGHTHOUSE,
    [
      url,
      ...['--output=json', '--quiet', `--port=${DEBUG_PORT}`],
      `--only-categories=${NAMES.join(',')}`,
      `--extra-headers=${JSON.stringify({ 'accept-language': 'ru-RU,ru' })}`,
    ],
    { maxBuffer: REPORT_MAX_BYTES, timeout: LIGHTHOUSE_MAX_MS },
  );
  const { categories } = JSON.parse(stdout) as LighthouseReport;
  const scoreOf = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
    seo: scoreOf('seo'),
  };
}
