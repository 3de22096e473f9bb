import fc from 'fast-check';
import sharp from 'sharp';
import {
  endsSession,
  type HostileRequest,
  type Operation,
  operationsOf,
  requestTo,
} from '../../server/test/trust/hostile/hostile-requests.ts';
import { type AnswerCheck, checkAgainst } from './check-answer.ts';
import type { Findings } from './findings.ts';
import type { FuzzStage } from './fuzz-stage.ts';
import { createSender, type Sender } from './send-request.ts';

export interface RequestsOptions {
  count: number;
  seed: number;
  /** Sends the request of this number and no other, and prints its answer. */
  only?: number;
  /** Is told after every twentieth part. */
  onPart(sent: number): Promise<void>;
}

export interface RequestsReport {
  operations: number;
  sent: number;
  byStatus: Record<string, number>;
  /** Operations that none of the requests got through to. */
  neverDone: string[];
  seconds: number;
}

const LANES = 8;
const PART_MIN = 2500;
const PARTS = 20;
const HEAD_MAX_BYTES = 14 * 1024;
const BODY_SHOWN_MAX = 600;
/** Refusals of somebody who is shut out. */
const SHUT_OUT = /"code":"(?:unauthorized|suspended|frozen)"/;

/** Sends requests made from the document of the API, each from its own number and the seed, in the same order. */
export async function runRequests(
  stage: FuzzStage,
  findings: Findings,
  { count, seed, only, onPart }: RequestsOptions,
): Promise<RequestsReport> {
  const begin = performance.now();
  const document = (await (await fetch(`${stage.origin}/api/openapi.json`)).json()) as object;
  const operations = operationsOf(document);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a37' } })
    .png()
    .toBuffer();
  const generators = operations.map((operation) => requestTo(operation, picture));
  const sender = createSender(stage.origin, LANES);
  const trial: Trial = { stage, sender, findings, check: checkAgainst(document), seed };
  const byStatus: Record<string, number> = {};
  const done = new Set<string>();
  let next = only ?? 0;
  const end = only === undefined ? count : only + 1;
  const part = Math.max(PART_MIN, Math.ceil(count / PARTS));

  async function lane(until: number): Promise<void> {
    while (next < until && !stage.hasEnded()) {
      const index = next++;
      const place = index % operations.length;
      const operation = operations[place] as Operation;
      const [request] = fc.sample(generators[place] as fc.Arbitrary<HostileRequest>, {
        // Consecutive seeds of a linear generator begin alike.
        seed: Math.imul(seed + index, 0x9e3779b1) | 0,
        numRuns: 1,
      });
      if (request === undefined) continue;
      const status = await sendOne(trial, operation, request, index, only !== undefined);
      byStatus[status] = (byStatus[status] ?? 0) + 1;
      if (status.startsWith('2')) done.add(nameOf(operation));
    }
  }

  while (next < end && !stage.hasEnded()) {
    const until = Math.min(end, next + part);
    await Promise.all(Array.from({ length: LANES }, () => lane(until)));
    await onPart(next);
  }
  sender.close();
  if (stage.hasEnded()) findings.add('the product ended', `after request ${next}`);
  return {
    operations: operations.length,
    sent: Object.values(byStatus).reduce((sum, one) => sum + one, 0),
    byStatus,
    neverDone: operations.map(nameOf).filter((name) => !done.has(name)),
    seconds: (performance.now() - begin) / 1000,
  };
}

interface Trial {
  stage: FuzzStage;
  sender: Sender;
  findings: Findings;
  check: AnswerCheck;
  seed: number;
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

async function sendOne(
  { stage, sender, findings, check, seed }: Trial,
  operation: Operation,
  { who, ...request }: HostileRequest,
  index: number,
  isShown: boolean,
): Promise<string> {
  const headers = { ...request.headers };
  if (who !== 'nobody') {
    const person = await stage.people.find(who, index);
    const token = endsSession(operation) ? await stage.people.openSession(person) : person.token;
    headers.authorization = `Bearer ${token}`;
  }
  const example = `npm run fuzz -- --seed ${seed} --only ${index}\n${asCurl({ ...request, headers }, who)}`;
  try {
    const answer = await sender.send({ ...request, headers });
    if (isShown) console.log(`${example}\n\n${answer.status} ${answer.type}\n${answer.body.slice(0, BODY_SHOWN_MAX)}`);
    const wrong = check(operation, answer);
    if (wrong !== undefined)
      findings.add(`${nameOf(operation)}: ${wrong}`, `${example}\n${answer.body.slice(0, BODY_SHOWN_MAX)}`);
    if (who !== 'nobody' && answer.status >= 400 && SHUT_OUT.test(answer.body)) await stage.people.renew(who, index);
    if (answer.status === 200 && nameOf(operation) === 'PUT /api/features') await switchOn(stage, answer.body);
    return String(answer.status);
  } catch (error) {
    // The parser of Node ends connections with longer heads, on which nothing can be answered any more.
    if (request.url.length + JSON.stringify(headers).length > HEAD_MAX_BYTES) return 'none: head too long';
    findings.add(`${nameOf(operation)}: ${String(error)}`, example);
    return 'none';
  }
}

/** What staff of the run switched off would hide what is behind it. */
async function switchOn({ origin, people }: FuzzStage, body: string): Promise<void> {
  const { feature, is_on } = JSON.parse(body) as { feature: string; is_on: number };
  if (is_on === 1) return;
  const { token } = await people.find('superuser', 0);
  await fetch(`${origin}/api/features`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ feature, is_on: 1 }),
  });
}

const BINARY = /[^\x20-\x7e\r\n\t\u0400-\u04ff]/;

function asCurl({ method, url, headers, payload }: Omit<HostileRequest, 'who'>, who: string): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const words = Object.entries(headers)
    .filter(([name]) => name !== 'authorization')
    .map(([name, value]) => `-H ${quote(`${name}: ${value.slice(0, BODY_SHOWN_MAX)}`)}`);
  const text = payload === undefined ? '' : payload.toString();
  const isPlain = text.length < BODY_SHOWN_MAX && !BINARY.test(text);
  const data = payload === undefined ? [] : [isPlain ? `--data-raw ${quote(text)}` : `# ${text.length} bytes`];
  return `# as ${who}\ncurl -X ${method} --path-as-is ${quote(`$ORIGIN${url.slice(0, BODY_SHOWN_MAX)}`)} ${[...words, ...data].join(' ')}`;
}
