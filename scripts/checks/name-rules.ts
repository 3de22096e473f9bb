/** Old verbs, each with what takes its place. No exported function, constant, file or endpoint begins with one. */
const VERBS: Readonly<Record<string, string>> = {
  adopt: 'import',
  ask: 'request, send, query',
  begin: 'start, create',
  bring: 'publish',
  bury: 'remove',
  carry: 'execute',
  doubt: 'probe',
  drop: 'delete, remove, cancel, revoke, discard',
  fold: 'aggregate, merge, normalize',
  forget: 'erase, purge, discard, clear, remove',
  give: 'release, credit',
  hear: 'subscribe, handle, receive',
  heard: 'on<Event>',
  hears: 'receives',
  hold: 'lock, hold for review',
  impose: 'apply',
  keep: 'save, store, retry, extend',
  let: 'release, approve',
  make: 'create, generate, build, transcode',
  meant: 'corrected',
  meet: 'check',
  mend: 'correct',
  note: 'record, audit, count, on<Event>',
  obey: 'handle',
  pour: 'stream',
  put: 'upsert, set, enqueue',
  reaches: 'isWithin',
  remake: 'regenerate',
  ring: 'notify, push',
  say: 'send',
  sees: 'mayView',
  settle: 'expire, advance, complete',
  stand: 'join',
  straighten: 'unshuffle',
  take: 'claim, consume, acquire, revert, remove',
  tell: 'notify, publish…Event, emit',
  tidy: 'normalize',
  uncover: 'record',
  unsay: 'delete',
  wake: 'start',
  weaken: 'downgrade',
  weigh: 'the noun of the result',
  wish: 'open, set',
};

/** Words that no type begins with: no nouns of the domain, or nouns of other ideas. */
const LEADING = new Set(
  'cast deed desk found heard here keeper kept kith knock letter line look mine moment news over piece promise purse put ring rung said saying seat standing thing told twin verdict want wave ways whose wire wish'.split(
    ' ',
  ),
);

/** Words that stand for nothing in this product, wherever they are in a name. */
const ANYWHERE = new Set(
  'bond desk forget forgets forgotten heard hearer hears keeper keepers kept kith letter letters purse rung saying stranger strangers told twin twins unsay verdict wave waves whose wish wishes'.split(
    ' ',
  ),
);

/** Terms of the product, of a protocol or of the platform that a refused word is part of. */
const ALLOWED: readonly RegExp[] = [
  // The review of ads and publications.
  /^holdForReview/,
  // Payments and refunds settle.
  /^settle(Payment|Refund|SandboxPayment)/,
  // A recording is taken down for its rights holder.
  /^takeDown/,
  // RFC 5545 calls it folding.
  /^foldIcsLine$/,
  // The common name of jobs that failed for good.
  /DeadLetters?$/,
  // Drag and drop.
  /^dropLayer$/i,
  // A call rings.
  /^Ring(Step)?Event$/,
];

type Kind = 'value' | 'type';

export interface ExportedName {
  name: string;
  kind: Kind;
}

const DECLARATION =
  /^export (?:default )?(?:abstract )?(?:async )?(function\*?|const|let|class|interface|type) (\w+)/gm;
const LIST = /^export (?:const |type )?\{([^}]*)\}/gm;
const API = /^export const \w+Api = \{\n([\s\S]*?)^\}/gm;
const ENDPOINT_KEY = /^ {2}(\w+): \w*[eE]ndpoint\(/gm;

/** What a module exports. Wire names are strings and members of schemas, so none of them is among the exports. */
export function exportsOf(source: string): ExportedName[] {
  const declared = [...source.matchAll(DECLARATION)].map(
    ([, keyword = '', name = '']): ExportedName => ({
      name,
      kind: ['class', 'interface', 'type'].includes(keyword) ? 'type' : 'value',
    }),
  );
  const listed = [...source.matchAll(LIST)].flatMap(([, names = '']) =>
    names.split(',').flatMap((item): ExportedName[] => {
      const name = /(\w+)\s*$/.exec(item)?.[1];
      return name === undefined ? [] : [{ name, kind: /^[A-Z][a-z]/.test(name) ? 'type' : 'value' }];
    }),
  );
  return [...declared, ...listed];
}

/** Keys under which the contract lists its endpoints. Server and site call them by these; the wire knows only the path. */
export function endpointKeysOf(source: string): string[] {
  return [...source.matchAll(API)].flatMap(([, body = '']) =>
    [...body.matchAll(ENDPOINT_KEY)].map(([, name = '']) => name),
  );
}

const JOB = /^ {2}name: '([a-z-]+)',\n {2}payload:/gm;

/** Names of jobs, of their definitions and of what only queues them. */
export const jobNamesOf = (source: string): string[] => [...source.matchAll(JOB)].map(([, name = '']) => name);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Why a name is refused. */
export function nameProblem(name: string, kind: Kind): string | undefined {
  if (ALLOWED.some((names) => names.test(name))) return undefined;
  const all = wordsOf(name);
  const anywhere = all.find((word) => ANYWHERE.has(word));
  if (anywhere !== undefined) return `“${anywhere}” is no word of the glossary`;
  const [first = '', second = ''] = all;
  if (kind === 'type') return LEADING.has(first) ? `a type does not begin with “${first}”` : undefined;
  // A constant is a noun: `RING_SECONDS` is how long a call rings.
  if (/^[A-Z][A-Z0-9_]*$/.test(name)) return undefined;
  const verb = first === 'use' ? second : first;
  const instead = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  return instead === undefined ? undefined : `not “${verb}” but: ${instead}`;
}

/** Why the name of a file or a job is refused: both are named after an export. */
export function fileProblem(file: string): string | undefined {
  const [stem = ''] = (file.split('/').at(-1) ?? '').split('.');
  const camel = stem.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return nameProblem(camel, 'value');
}
