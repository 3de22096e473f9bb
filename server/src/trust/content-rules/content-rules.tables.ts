import type { RuleKind, RuleSettings, RuleSubject } from '@app/contract/trust/rules';
import type { ColumnType, Generated } from 'kysely';

type MadeByDatabase<T> = ColumnType<T, never, never>;

export interface ModerationRulesTable {
  id: MadeByDatabase<number>;
  name: string;
  kind: ColumnType<RuleKind, RuleKind, never>;
  subjects: RuleSubject[];
  action: 'queue' | 'hold';
  reason: Generated<string>;
  settings: ColumnType<Partial<RuleSettings>, string, string>;
  words: Generated<string[]>;
  queries: Generated<string[]>;
  is_on: Generated<boolean>;
  created_at: ColumnType<Date, Date | undefined, never>;
  changed_at: ColumnType<Date, Date | undefined, Date>;
  revision: Generated<number>;
}

export interface BlockedImagesTable {
  id: MadeByDatabase<number>;
  perceptual_hash: string;
  note: string;
  created_at: Date;
}

interface ContentFingerprintsTable {
  object: string;
  kind: RuleSubject;
  user_id: number;
  at: Date;
  text: string;
  search: MadeByDatabase<string>;
  text_key: Buffer | null;
  hosts: string[];
  perceptual_hashes: string[];
  network: string;
}

export interface RuleHitsTable {
  id: MadeByDatabase<number>;
  rule_id: number;
  object: string;
  user_id: number;
  found: string;
  is_held: boolean;
  at: Date;
  case_id: number | null;
}

export interface ContentRulesTables {
  moderation_rules: ModerationRulesTable;
  blocked_images: BlockedImagesTable;
  content_fingerprints: ContentFingerprintsTable;
  rule_hits: RuleHitsTable;
}
