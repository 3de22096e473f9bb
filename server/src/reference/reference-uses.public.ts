import type { ReferenceUses } from '@app/contract/reference/reference';
import type { Tx } from '../platform/database/tables.ts';
import { listDomains } from '../platform/domain/domain.ts';

export type ReferenceKind = 'category' | 'country' | 'city';

export interface ReferenceUse {
  /** Counts the rows that prevent the removal of an entry; absent when such rows are deleted with the entry. */
  counted?: {
    as: keyof ReferenceUses;
    count(tx: Tx, kind: ReferenceKind, id: number): Promise<number>;
  };
  /** Replaces references to an entry. A city also replaces the country. Both entries exist and are locked. */
  move(tx: Tx, kind: ReferenceKind, ids: { from: number; to: number }): Promise<void>;
}

declare module '../platform/domain/domain.ts' {
  interface Domain {
    referenceUses?: readonly ReferenceUse[];
  }

  interface DomainEvents {
    'attribute.deleted': { attributeId: number };
  }
}

export const listReferenceUses = (): ReferenceUse[] =>
  listDomains().flatMap(({ referenceUses }) => referenceUses ?? []);
