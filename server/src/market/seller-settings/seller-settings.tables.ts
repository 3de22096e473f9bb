import type { WeekHours } from '@app/contract/market/seller-hours';
import type { AnswerTemplate } from '@app/contract/market/seller-settings';
import type { ColumnType, Generated } from 'kysely';

interface SellerSettingsTable {
  user_id: number;
  hours: ColumnType<WeekHours | null, string | null | undefined, string | null>;
  answers_away: Generated<boolean>;
  away_text: Generated<string>;
  templates: ColumnType<readonly AnswerTemplate[], string | undefined, string>;
}

export interface SellerSettingsTables {
  seller_settings: SellerSettingsTable;
}
