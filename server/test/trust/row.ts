import { randomBytes } from 'node:crypto';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import type { ErrorCode } from '@app/contract/platform/errors';
import { endpointName } from '../../src/platform/http/bind.ts';
import type { TestCall } from '../world.ts';
import type { Scene } from './scene.ts';

/** Kinds of callers. `unpaid` and `paid` are users other than the owner. */
export const ACTORS = [
  'anonymous',
  'unpaid',
  'paid',
  'owner',
  'manager',
  'admin',
  'superuser',
  'suspended',
  'notActivated',
  'dead',
] as const;
export type ActorKind = (typeof ACTORS)[number];

/** An invalid token makes the caller anonymous. */
export const NOBODY: readonly ActorKind[] = ['anonymous', 'suspended', 'notActivated', 'dead'];
export const OTHER_USERS: readonly ActorKind[] = ['unpaid', 'paid'];

type Outcome = 'ok' | ErrorCode;
type Who = Record<ActorKind, Outcome>;

export interface Row {
  endpoint: AnyEndpoint;
  case: string;
  who: Who;
  input(scene: Scene): Promise<TestCall<AnyEndpoint>>;
}

export const allGet = (outcome: Outcome): Who => Object.fromEntries(ACTORS.map((kind) => [kind, outcome])) as Who;
export const setFor = (who: Who, kinds: readonly ActorKind[], outcome: Outcome): Who => ({
  ...who,
  ...Object.fromEntries(kinds.map((kind) => [kind, outcome])),
});

export const everyone = allGet('ok');
export const signedIn = setFor(everyone, NOBODY, 'unauthorized');
export const subscribers = setFor(signedIn, ['unpaid'], 'subscription_required');
export const ownerOrStaff = setFor(signedIn, OTHER_USERS, 'forbidden');
export const staff = setFor(ownerOrStaff, ['owner'], 'forbidden');
export const administrators = setFor(staff, ['manager'], 'forbidden');
export const superusers = setFor(staff, ['manager', 'admin'], 'forbidden');
export const staffElse = (outcome: Outcome): Who => setFor(allGet(outcome), ['manager', 'admin', 'superuser'], 'ok');
export const ownerOrStaffElse = (outcome: Outcome): Who => setFor(staffElse(outcome), ['owner'], 'ok');

type Input<E extends AnyEndpoint> = (scene: Scene) => TestCall<E> | Promise<TestCall<E>>;

export function row<E extends AnyEndpoint>(endpoint: E, who: Who, input: Input<E> = () => ({}), name = ''): Row {
  return {
    endpoint,
    case: `${endpointName(endpoint)}${name && `: ${name}`}`,
    who,
    input: async (scene) => (await input(scene)) as TestCall<AnyEndpoint>,
  };
}

export const word = (): string => randomBytes(6).toString('hex');
export const phoneDigits = (): string => `9${String(randomBytes(4).readUInt32BE() % 1e9).padStart(9, '0')}`;
