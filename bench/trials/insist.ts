import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '../load/user-connection.ts';

export interface Asked {
  method: string;
  path: string;
  token?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** What is no success and no reason to try again. */
  accepts?: readonly number[];
}

export interface Answered {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

const ANSWER_MS = 10_000;
/** Longer than anything that the trials break. */
const PATIENCE_MS = 180_000;
/** Refusals that a client waits out: a repeat beside the first try, a limit. */
const WAITS = [409, 423, 429];
const CSRF = 'csrf-of-the-trial';

let underWay = 0;
/** Calls of this process that wait for their answer now. */
export const countUnderWay = (): number => underWay;

let triedAgain = 0;
/** How many calls of this process broke, or met something that was away, and were made anew. */
export const countTriedAgain = (): number => triedAgain;

/** Asks until there is an answer, as a page does: a call that broke or met a dying node is made anew. */
export async function insist(origin: string, asked: Asked): Promise<Answered> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let failures = 0; ; failures++) {
    const answer = await sendRequest(origin, asked);
    const isPatient = Date.now() < deadline;
    if (answer !== undefined && (!isPatient || (!WAITS.includes(answer.status) && answer.status < 500))) {
      if (answer.status < 400 || asked.accepts?.includes(answer.status)) return answer;
      throw new Error(`${asked.method} ${asked.path}: ${answer.status} ${answer.bytes.toString().slice(0, 300)}`);
    }
    if (!isPatient) throw new Error(`${asked.method} ${asked.path}: no answer`);
    triedAgain += 1;
    await sleep(backoff(failures));
  }
}

export const insistJson = async <Body>(
  origin: string,
  asked: Omit<Asked, 'body'> & { body?: object },
): Promise<Body> => {
  const { body, headers, ...rest } = asked;
  const { bytes } = await insist(origin, {
    ...rest,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(bytes.toString()) as Body;
};

/** Undefined when there was no whole answer. */
export async function sendRequest(
  origin: string,
  { method, path, token, headers, body }: Asked,
): Promise<Answered | undefined> {
  underWay += 1;
  try {
    const response = await fetch(new URL(path, origin), {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { cookie: `token=${token}; csrftoken=${CSRF}`, 'x-csrftoken': CSRF }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  } catch {
    return undefined;
  } finally {
    underWay -= 1;
  }
}
