import type { ColumnType } from 'kysely';

interface SiteSettingsTable {
  version: ColumnType<number, number, never>;
  settings: ColumnType<unknown, string, never>;
  changed_at: ColumnType<Date, Date, never>;
  changed_by: ColumnType<number, number, never>;
}

interface SiteLogoFilesTable {
  logo_id: ColumnType<string, string, never>;
  name: ColumnType<string, string, never>;
  bytes: ColumnType<Buffer, Buffer, never>;
  created_at: ColumnType<Date, Date, never>;
}

export interface SiteSettingsTables {
  site_settings: SiteSettingsTable;
  site_logo_files: SiteLogoFilesTable;
}
