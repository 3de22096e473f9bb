import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time by the number of the process or thread. */
type Times = ReadonlyMap<number, number>;

/** Of each thread of a process, to the nanosecond, as Linux counts it for its scheduler. */
export function timesOfProcess(pid: number): Times {
  return readTimes(threadsOf(pid).map((thread) => ({ id: thread, file: `/proc/${pid}/task/${thread}/schedstat` })));
}

/** Of the connections of one database. Those of others, and what works in the background, are no part of it. */
export class ConnectionTimes {
  readonly #server: number;
  readonly #mark: string;
  readonly #isOfDatabase = new Map<number, boolean>();

  constructor(server: number, database: string) {
    this.#server = server;
    this.#mark = ` ${database} `;
  }

  read(): Times {
    const children = readFileSync(`/proc/${this.#server}/task/${this.#server}/children`, 'utf8').trim().split(' ');
    const own = children.map(Number).filter((pid) => this.#isOwn(pid));
    return readTimes(own.map((pid) => ({ id: pid, file: `/proc/${pid}/schedstat` })));
  }

  #isOwn(pid: number): boolean {
    const known = this.#isOfDatabase.get(pid);
    if (known !== undefined) return known;
    const title = readIfThere(`/proc/${pid}/cmdline`) ?? '';
    const isOwn = title.includes(this.#mark);
    // A connection has its title only when it is signed in.
    if (title.startsWith('postgres: ')) this.#isOfDatabase.set(pid, isOwn);
    return isOwn;
  }
}

/** What was spent from one reading to the next; who came in between counts whole, who went not at all. */
export function spent(before: Times, after: Times): number {
  return [...after].reduce((sum, [id, time]) => sum + time - (before.get(id) ?? 0), 0);
}

const threadsOf = (pid: number): number[] => readdirSync(`/proc/${pid}/task`).map(Number);

function readTimes(files: readonly { id: number; file: string }[]): Times {
  return new Map(
    files.flatMap(({ id, file }) => {
      const text = readIfThere(file);
      return text === undefined ? [] : [[id, Number(text.split(' ')[0]) / 1e6] as const];
    }),
  );
}

/** Undefined when the process has gone. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
