import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Share } from '../database/shares.ts';
import type { Db, Tx } from '../database/tables.ts';
import type { ExportedData } from '../exported-data.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Job } from '../queue/job.ts';
import type { Services } from './services.ts';

// biome-ignore lint/suspicious/noEmptyInterface: the wings above fill it
export interface DomainEvents {}

export type EventType = keyof DomainEvents;
export type DomainEvent = { [T in EventType]: { type: T } & DomainEvents[T] }[EventType];
export type Listener<T extends EventType> = (
  services: Services,
  tx: Tx,
  event: Extract<DomainEvent, { type: T }>,
) => Promise<void>;

type RegisterRoutes = (app: FastifyInstance, services: Services) => void | Promise<void>;
export type EraseUserData = (tx: Tx, userId: number, services: Services) => Promise<void>;

export type MayView = (services: Services, viewer: Viewer, id: number) => Promise<boolean>;

interface PeriodicJob {
  /** Takes no input: its payload is `{}`. */
  job: Job<Services>;
  everySeconds: number;
}

/** A file of the user's that the data export contains. */
export interface ExportedFile {
  name: string;
  createdAt: Date;
  bytes: number;
  /** Undefined when the stored file is gone. */
  open(): Promise<Readable | undefined>;
}

interface UserData {
  /** Deletes what the domain stores about a user, before the account itself is erased. */
  erase?: EraseUserData | readonly EraseUserData[];
  /** What the domain stores about a user, one JSON file of the data export for each name. */
  exports?: Readonly<Record<string, (db: Db, userId: number) => Promise<ExportedData>>>;
  files?: {
    countBytes(db: Db, userId: number): Promise<number>;
    list(services: Services, userId: number): AsyncIterable<ExportedFile>;
  };
}

/**
 * What one domain contributes to the product. Wings that let domains plug into them (moderation targets, uses of reference
 * rows, events for the user channel) add fields by declaration merging.
 */
export interface Domain {
  name: string;
  /** Whose connections its calls and sockets use, so that its locked tables stop no other domain. */
  share?: Share;
  routes?: RegisterRoutes | readonly RegisterRoutes[];
  jobs?: readonly Job<Services>[];
  /** Jobs that one node runs per period, whatever the number of nodes. */
  periodicJobs?: readonly PeriodicJob[];
  /** Whether somebody may view a thing of this domain, by kind, and so the files and recordings that belong to it. */
  mayView?: Readonly<Record<string, MayView>>;
  on?: { readonly [T in EventType]?: Listener<T> };
  userData?: UserData;
  /** OpenAPI operations by path and method, for protocols that the contract does not define. */
  protocolPaths?: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

export const defineDomain = (domain: Domain): Domain => domain;

let registered: readonly Domain[] = [];

/** Names the domains of this process, once, before the first event. The composition root calls it. */
export function registerDomains(domains: readonly Domain[]): void {
  registered = domains;
}

export function listDomains(): readonly Domain[] {
  if (registered.length === 0) throw new Error('no domains are registered');
  return registered;
}

/** Joins one field of all domains, for fields that are records by kind. They are joined once for a list of domains. */
export function joined<V>(
  pick: (domain: Domain) => Readonly<Record<string, V>> | undefined,
): () => Readonly<Record<string, V>> {
  let known: { of: readonly Domain[]; record: Readonly<Record<string, V>> } | undefined;
  return () => {
    const domains = listDomains();
    if (known?.of !== domains)
      known = { of: domains, record: Object.assign({}, ...domains.map((domain) => pick(domain) ?? {})) };
    return known.record;
  };
}
