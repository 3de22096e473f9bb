import type { PromotionDays, PromotionKind } from '@app/contract/market/promotion';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type DatabaseGenerated<T> = ColumnType<T, never, never>;

interface PromotionTariffsTable {
  kind: PromotionKind;
  days: PromotionDays;
  price_kopecks: number;
  guaranteed_views: number;
  bonus_percent: number;
  enabled: boolean;
  changed_at: Generated<Date>;
}

export interface PromotionsTable {
  id: DatabaseGenerated<number>;
  user_id: number;
  ad_id: number | null;
  ad_title: string;
  kind: PromotionKind;
  days: number;
  price_kopecks: number;
  guaranteed_views: number;
  from_balance_kopecks: Generated<number>;
  from_bonus_kopecks: Generated<number>;
  advertiser: string;
  inn: string;
  erid: string;
  starts_at: Date;
  ends_at: Date;
  paused_since: OptionalTime;
  paused_ms: Generated<number>;
  views: Generated<number>;
  settled_at: OptionalTime;
  bonus_back: Generated<number>;
  created_at: Generated<Date>;
}

interface PromotionDaysTable {
  promotion_id: number;
  day: string;
  views: Generated<number>;
}

export interface PromotionTables {
  promotion_tariffs: PromotionTariffsTable;
  promotions: PromotionsTable;
  promotion_days: PromotionDaysTable;
}
