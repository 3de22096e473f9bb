import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface LinkCardsTable {
  key: string;
  url: string;
  title: Generated<string>;
  description: Generated<string>;
  site_name: Generated<string>;
  image_id: ColumnType<number | null, number | null | undefined, number | null>;
  claimed_at: OptionalTime;
  fetched_at: OptionalTime;
  failed_at: OptionalTime;
}

interface LinkFetchesTable {
  id: ColumnType<number, never, never>;
  user_id: number;
  at: Date;
}

export interface LinkCardsTables {
  link_cards: LinkCardsTable;
  link_fetches: LinkFetchesTable;
}
