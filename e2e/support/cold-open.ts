import type { CDPSession, Page } from '@playwright/test';

interface LoadedFile {
  address: string;
  /** Kind of the browser's protocol: Script, Stylesheet, Font, Image, Fetch, Document, … */
  kind: string;
  /** Bytes as they came over the wire, headers included. */
  bytes: number;
}

interface ColdOpen {
  files: readonly LoadedFile[];
  largestPaintMs: number;
  shift: number;
  /** What moved, for the message of a failed test. */
  moved: readonly string[];
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
  await page.goto(address);
  const quiet = await page.waitForFunction(
    (mark) => {
      const [entry] = performance.getEntriesByName(mark);
      return entry && performance.timeOrigin + entry.startTime;
    },
    QUIET_MARK,
    { timeout: QUIET_TIMEOUT_MS },
  );
  const quietMs = Number(await quiet.jsonValue());
  await page.waitForLoadState('networkidle');
  const paints = await page.evaluate(() => (window as unknown as { paints: Omit<ColdOpen, 'files'> }).paints);
  return { files: [...asked.values()].filter(({ atMs }) => atMs < quietMs), ...paints };
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
