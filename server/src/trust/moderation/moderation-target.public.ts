import type { Tx } from '../../platform/database/tables.ts';
import { joined } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';

export interface ModerationTargetView {
  title: string;
  text: string;
  link: string;
  photos: string[];
  /** Of an ad. */
  ad_kind?: string;
  state: 'shown' | 'held' | 'hidden';
}

export interface HideDecision {
  reason: string;
  holder: string;
  decidedBy: number;
}

/** Content that cases are about: each domain defines how staff see it and how it is taken down. */
export interface ModerationTarget {
  find(services: Services, id: number): Promise<ModerationTargetView | undefined>;
  /** Locks the content's row before the case's, so that changes by the owner and decisions cannot deadlock. */
  lock?(tx: Tx, id: number): Promise<void>;
  /** Holds the content for review and notifies the owner with the reason. False when there is nothing to hold. */
  holdForReview?(services: Services, tx: Tx, id: number): Promise<boolean>;
  /** Takes the content down; the caller notifies the owner. False: there was nothing to take down. */
  hide?(services: Services, tx: Tx, id: number, decision: HideDecision): Promise<boolean>;
  /** Publishes content that was held and found acceptable. Content that was taken down stays down. */
  release?(services: Services, tx: Tx, id: number, decidedBy: number): Promise<void>;
  restore?(services: Services, tx: Tx, id: number, decidedBy: number): Promise<void>;
}

export function parseObjectRef(object: string): { kind: string; id: number } {
  const [kind = '', id = ''] = object.split(':');
  return { kind, id: Number(id) };
}

declare module '../../platform/domain/domain.ts' {
  interface Domain {
    /** Keyed by the first word of the object name (`ad:5`). */
    moderationTargets?: Readonly<Record<string, ModerationTarget>>;
  }
}

const moderationTargets = joined((domain) => domain.moderationTargets);

/** The first word of the object name (`ad` in `ad:5`) names the kind. */
export const findModerationTarget = (kind: string): ModerationTarget | undefined => moderationTargets()[kind];
