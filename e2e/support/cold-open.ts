import { type CDPSession, expect, type Page } from '@playwright/test';
import { findUnstyled } from './stylesheets.ts';

export interface LoadedFile {
  address: string;
  /** Kind of the browser's protocol: Script, Stylesheet, Font, Image, Fetch, Document, … */
  kind: string;
  /** Bytes as they came over the wire, headers included. */
  bytes: number;
}

interface Paints {
  largestPaintMs: number;
  shift: number;
  /** What moved, for the message of a failed test. */
  moved: readonly string[];
}

interface ColdOpen extends Paints {
  files: readonly LoadedFile[];
  /** Whether the scripts wait for the reader: five seconds after the last file they have not started. */
  isWaiting: boolean;
  /** Presses a key, and lists what is loaded until the page is quiet, with what was there before. */
  listFilesOfUse(): Promise<readonly LoadedFile[]>;
}

export interface SlowDevice {
  bitsPerSecond: number;
  latencyMs: number;
  processorSlowdown: number;
}

/** The phone on a mobile network that the limits of paints are about. */
export const SLOW_PHONE: SlowDevice = { bitsPerSecond: 1_600_000, latencyMs: 150, processorSlowdown: 4 };

/** The mark that `platform/loading/page-quiet.ts` sets: what loads from there on waits for it. */
const QUIET_MARK = 'quiet';
/** The mark that `platform/loading/late-scripts.ts` sets on a page whose scripts wait for its reader. */
const WAITING_MARK = 'waiting for the reader';
const WAIT_MS = 5000;
/** Milliseconds. A slow device on a busy machine needs most of it. */
const QUIET_TIMEOUT_MS = 60_000;

/**
 * Opens a page in a fresh context of the browser until it is quiet. Everything is counted that was asked for until then, by
 * whatever: nobody touches the page.
 */
export async function measureColdOpen(page: Page, address: string, slow?: SlowDevice): Promise<ColdOpen> {
  const asked = new Map<string, LoadedFile & { atMs: number }>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
    if (!request.url.startsWith('http')) return;
    asked.set(requestId, { address: request.url, kind: type ?? 'Other', bytes: 0, atMs: wallTime * 1000 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = asked.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  if (slow) await slowDown(session, slow);
  await page.addInitScript(observePaints);
  const answer = await page.goto(address);
  expect(findUnstyled((await answer?.text()) ?? ''), `classes of ${address} without a stylesheet`).toEqual([]);
  const first = await waitForMark(page, [QUIET_MARK, WAITING_MARK]);
  await page.waitForLoadState('networkidle');
  if (first.name === WAITING_MARK) await page.waitForTimeout(WAIT_MS);
  const quiet = await findMark(page, [QUIET_MARK]);
  const paints = await page.evaluate(() => (window as unknown as { paints: Paints }).paints);
  const filesUntil = (end: Mark | null) => [...asked.values()].filter(({ atMs }) => end === null || atMs < end.atMs);
  return {
    ...paints,
    files: filesUntil(quiet),
    isWaiting: quiet === null,
    async listFilesOfUse() {
      await page.keyboard.press('Shift');
      const quietAfterUse = await waitForMark(page, [QUIET_MARK]);
      await page.waitForLoadState('networkidle');
      return filesUntil(quietAfterUse);
    },
  };
}

interface Mark {
  name: string;
  atMs: number;
}

/** The first of these marks that the page has set. */
const findMark = (page: Page, names: readonly string[]): Promise<Mark | null> =>
  page.evaluate((names) => {
    const entry = names.flatMap((name) => performance.getEntriesByName(name))[0];
    return entry ? { name: entry.name, atMs: performance.timeOrigin + entry.startTime } : null;
  }, names);

async function waitForMark(page: Page, names: readonly string[]): Promise<Mark> {
  const deadline = Date.now() + QUIET_TIMEOUT_MS;
  for (;;) {
    const mark = await findMark(page, names);
    if (mark !== null) return mark;
    if (Date.now() > deadline) throw new Error(`The page does not set: ${names.join(', ')}`);
    await page.waitForTimeout(100);
  }
}

async function slowDown(session: CDPSession, slow: SlowDevice): Promise<void> {
  const throughput = slow.bitsPerSecond / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processorSlowdown });
}

interface LayoutShift {
  value: number;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Runs in the page, before its own scripts. */
function observePaints(): void {
  const paints = { largestPaintMs: 0, shift: 0, moved: [] as string[] };
  const nameOf = (node: Node | null): string =>
    node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName);
  Object.assign(window, { paints });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paints.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
      paints.shift += value;
      for (const { node, previousRect: from, currentRect: to } of sources)
        paints.moved.push(`${value.toFixed(4)} ${nameOf(node)} from ${from.x},${from.y} to ${to.x},${to.y}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
