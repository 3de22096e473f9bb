import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckResult } from '../load/checks.ts';
import { now, type SimulatedUser } from '../load/person.ts';

interface Upload {
  at: number;
  status: number;
  url?: string;
  token: string;
  text: string;
}

export interface Uploads {
  /** Whether a file was refused with 507 between these times. */
  wasRefusedAsFull(begin: number, end: number): boolean;
  /** Milliseconds after this time until a file was taken again. */
  recoveryAfter(time: number): number;
  stop(): Promise<void>;
  kept(): number;
  check(): Promise<CheckResult[]>;
}

const CSRF = 'csrf-of-the-drill';
const ANSWER_MS = 8000;
const PAUSE_MS = 700;
const BYTES = 40_000;
/** Kept, refused because the disk is full, and refused because something is away or there was no answer. */
const EXPECTED = [200, 507, 503, 502, 504, 0];

/**
 * People who upload one file after the other, in turn, because each may have a hundred unsent ones. What was acknowledged
 * is read back at the end.
 */
export function startUploads(origin: string, people: readonly SimulatedUser[]): Uploads {
  const uploads: Upload[] = [];
  let isStopping = false;
  const headersOf = (token: string) => ({ cookie: `token=${token}; csrftoken=${CSRF}`, 'x-csrftoken': CSRF });

  async function upload(token: string): Promise<Upload> {
    const text = randomUUID().repeat(Math.ceil(BYTES / 36));
    const body = new FormData();
    body.set('file', new Blob([text], { type: 'text/plain' }), 'letter.txt');
    try {
      const response = await fetch(`${origin}/api/chat/files`, {
        method: 'PUT',
        headers: headersOf(token),
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const answer = (await response.json().catch(() => ({}))) as { url?: string };
      return { at: now(), status: response.status, token, text, ...(answer.url !== undefined && { url: answer.url }) };
    } catch {
      return { at: now(), status: 0, token, text };
    }
  }

  const running = (async () => {
    for (let turn = 0; !isStopping; turn++) {
      const { token } = people[turn % people.length] as SimulatedUser;
      uploads.push(await upload(token));
      await sleep(PAUSE_MS);
    }
  })();
  const kept = (): Upload[] => uploads.filter(({ status }) => status === 200);

  return {
    wasRefusedAsFull: (begin, end) => uploads.some(({ at, status }) => status === 507 && at > begin && at < end),
    recoveryAfter: (time) => (kept().find(({ at }) => at > time)?.at ?? Infinity) - time,
    async stop() {
      isStopping = true;
      await running;
    },
    kept: () => kept().length,
    async check() {
      const lost: string[] = [];
      for (const { url, token, text } of kept()) {
        const response = await fetch(new URL(url ?? '/', origin), { headers: headersOf(token) }).catch(() => undefined);
        if ((await response?.text().catch(() => '')) !== text) lost.push(`${url}: ${response?.status}`);
      }
      const strange = uploads.filter(({ status }) => !EXPECTED.includes(status)).map(({ status }) => String(status));
      return [
        { what: 'Acknowledged files lost or changed', count: lost.length, examples: lost.slice(0, 5) },
        {
          what: 'Files refused with another status than 507 or 503',
          count: strange.length,
          examples: strange.slice(0, 5),
        },
      ];
    },
  };
}
