import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';

/** What a thing shows now. */
export interface ModerationTargetView {
  title: string;
  text: string;
  /** Path of its page; '' when it has none. */
  link: string;
  photos: string[];
  state: 'shown' | 'held' | 'hidden';
}

export interface HideDecision {
  /** What its owner reads. */
  reason: string;
  /** Who holds the rights, where that is why. */
  holder: string;
  decidedBy: number;
}

/** What cases are about: each domain says of its things how staff see them and take them off the pages. */
export interface ModerationTarget {
  /** Undefined: it is gone. */
  find(services: Services, id: number): Promise<ModerationTargetView | undefined>;
  /** Hold its row before the case's, so that its owner's changes and decisions never wait for each other in a ring. */
  lock?(tx: Tx, id: number): Promise<void>;
  /** Let it wait for staff; its owner is told why. False when there is nothing to hold. */
  holdForReview?(services: Services, tx: Tx, id: number): Promise<boolean>;
  /** Take it down. Its owner is told by whoever decided. False: there was nothing to take down. */
  hide?(services: Services, tx: Tx, id: number, decision: HideDecision): Promise<boolean>;
  /** It waited for staff, and nothing was wrong with it. What was taken down stays down. */
  release?(services: Services, tx: Tx, id: number, decidedBy: number): Promise<void>;
  /** What took it down was taken back. */
  restore?(services: Services, tx: Tx, id: number, decidedBy: number): Promise<void>;
}

/** `ad:5` as its kind and id. */
export function parseObjectRef(object: string): { kind: string; id: number } {
  const [kind = '', id = ''] = object.split(':');
  return { kind, id: Number(id) };
}

declare module '../../platform/domain.ts' {
  interface Domain {
    /** What staff decide about, by the first word of its object name (`ad:5`). */
    moderationTargets?: Readonly<Record<string, ModerationTarget>>;
  }
}
