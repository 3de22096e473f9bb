import { readFileSync } from 'node:fs';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

interface Answer {
  status: number;
  body: string;
  cookie: string | undefined;
}

interface AskOptions {
  ca: Buffer;
  cookie?: string | undefined;
}

export interface VisitorFigures {
  asked: number;
  failures: string[];
}

const PAGES = ['/', '/auth', '/registration', '/contacts'];
const LISTS = ['/api/boards/enabled', '/api/categories', '/api/announcements'];
const ANSWER_MS = 15_000;
const PAUSE_MS = 500;
const SCRIPTS_OF_A_PAGE = 8;
const SCRIPT = /\/assets\/[\w.-]+\.(?:js|css)/g;

function askSite(origin: string, path: string, { ca, cookie }: AskOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/html', ...(cookie !== undefined && { cookie }) };
    const request = https.get(new URL(path, origin), { ca, headers, timeout: ANSWER_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        if (!response.complete) return reject(new Error('half an answer'));
        const [given] = response.headers['set-cookie']?.filter((one) => one.startsWith('okolo_node=')) ?? [];
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          cookie: given?.split(';')[0],
        });
      });
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', reject);
  });
}

export async function isServed(proxy: { origin: string; certificate: string }, path: string): Promise<boolean> {
  return (await askSite(proxy.origin, path, { ca: readFileSync(proxy.certificate) })).status === 200;
}

/**
 * Guests who open pages with their scripts and read lists, as browsers do: with the proxy's cookie, never again after a
 * failure. `openPages` are pages of the version that was there at the beginning, whose scripts are asked for at the end.
 */
export async function startVisitors(proxy: { origin: string; certificate: string }, count: number) {
  const ca = readFileSync(proxy.certificate);
  const figures: VisitorFigures = { asked: 0, failures: [] };
  let isOver = false;

  async function ask(path: string, cookie?: string): Promise<Answer | undefined> {
    figures.asked += 1;
    const answer = await askSite(proxy.origin, path, { ca, cookie }).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status < 400) return answer;
    figures.failures.push(`${path}: ${answer instanceof Error ? answer.message : answer.status}`);
    return undefined;
  }

  async function visit(number: number): Promise<void> {
    for (let turn = number; !isOver; turn++) {
      const page = await ask(PAGES[turn % PAGES.length] ?? '/');
      const scripts = [...new Set(page?.body.match(SCRIPT))];
      const [from] = scripts.length > SCRIPTS_OF_A_PAGE ? [turn % (scripts.length - SCRIPTS_OF_A_PAGE)] : [0];
      for (const script of scripts.slice(from, from + SCRIPTS_OF_A_PAGE)) await ask(script, page?.cookie);
      await ask(LISTS[turn % LISTS.length] ?? '/', page?.cookie);
      await sleep(PAUSE_MS);
    }
  }

  const before = await Promise.all(PAGES.map((page) => ask(page)));
  const first = before.flatMap((page) => page?.body.match(SCRIPT) ?? []);
  // Names the files that open pages load later.
  const manifest = await ask(first.find((file) => file.startsWith('/assets/manifest-')) ?? '/');
  const openPages = [...new Set([...first, ...(manifest?.body.match(SCRIPT) ?? [])])];
  const visits = Array.from({ length: count }, (_, i) => visit(i));
  return {
    async stop(): Promise<VisitorFigures & { openPages: VisitorFigures }> {
      isOver = true;
      await Promise.all(visits);
      const during: VisitorFigures = { asked: figures.asked, failures: [...figures.failures] };
      figures.failures.length = 0;
      for (const script of openPages) await ask(script);
      return { ...during, openPages: { asked: openPages.length, failures: figures.failures } };
    },
  };
}
