import type { ReferenceUses } from '@app/contract/reference/reference';
import type { Tx } from '../platform/database/tables.ts';

export type ReferenceKind = 'category' | 'country' | 'city';

/** What another domain keeps that names categories, countries or cities. The list of them is in `build-services.ts`. */
export interface ReferenceUse {
  /** Whether an entry that it names cannot just go; absent: what names it goes along. */
  counted?: {
    as: keyof ReferenceUses;
    count(tx: Tx, kind: ReferenceKind, id: number): Promise<number>;
  };
  /** Name another entry instead. A city takes its country along; both entries are there and locked. */
  move(tx: Tx, kind: ReferenceKind, ids: { from: number; to: number }): Promise<void>;
}

declare module '../platform/domain.ts' {
  interface Domain {
    /** Columns of the domain that name categories, countries and cities. */
    referenceUses?: readonly ReferenceUse[];
  }
}
