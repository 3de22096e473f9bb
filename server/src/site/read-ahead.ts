import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../platform/http/viewer.ts';

/** Sessions whose readers are known; an entry takes about a kilobyte. */
const READERS_MAX = 2000;

interface Started<Reader, Page> {
  key: string;
  /** Undefined where nobody was known for the session. */
  began?: { reader: Reader; page: Page } | undefined;
}

/**
 * Begins a page for whom its session had last, while the session is looked up. What was begun counts only where the reader
 * turns out to be the same in everything that pages know of them, the number of their newest event included.
 *
 * A reader is known for one request, and again once a limit has let it pass: of requests that are refused, the first alone
 * reads anything.
 */
export class ReadAhead<Reader extends { viewer: Viewer }, Page> {
  readonly #known = new Map<string, Reader>();
  readonly #started = new WeakMap<FastifyRequest, Started<Reader, Page>>();
  readonly #begin: (request: FastifyRequest, reader: Reader) => Page | undefined;

  constructor(begin: (request: FastifyRequest, reader: Reader) => Page | undefined) {
    this.#begin = begin;
  }

  /** `kind`: pages of one kind know the same of their reader. */
  start(request: FastifyRequest, token: string, kind: string): void {
    const key = `${kind} ${hash('sha256', token, 'base64')}`;
    const reader = this.#known.get(key);
    this.#known.delete(key);
    const page = reader && this.#begin(request, reader);
    this.#started.set(request, { key, began: page && { reader, page } });
  }

  /** What was begun for the request, if it was for this reader, who is known from now on. */
  take(request: FastifyRequest, reader: Reader): Page | undefined {
    const started = this.#started.get(request);
    if (started === undefined) return undefined;
    const { key, began } = started;
    // What staff look at is recorded, so it must not be read in vain.
    if (reader.viewer.userId === null || reader.viewer.isStaff) return undefined;
    if (this.#known.size >= READERS_MAX) this.#known.clear();
    this.#known.set(key, reader);
    return began !== undefined && isDeepStrictEqual(began.reader, reader) ? began.page : undefined;
  }
}
