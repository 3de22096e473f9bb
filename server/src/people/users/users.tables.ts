import type { ContactAudience } from '@app/contract/people/privacy';
import type { FAMILY_STATUSES } from '@app/contract/people/users';
import type { Lang } from '@app/contract/platform/languages';
import type { ColumnType, Generated } from 'kysely';

export type UserStatus = 'registered' | 'active' | 'suspended';
export type FamilyStatus = (typeof FAMILY_STATUSES)[number];

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Money = ColumnType<number, number | undefined, number>;

export interface UsersTable {
  id: Generated<number>;
  login: string;
  email: string;
  email_verified_at: OptionalTime;
  /** E.164 with the plus. */
  phone: string | null;
  phone_verified_at: OptionalTime;
  phone_national: Generated<string>;
  phone_country_code: Generated<string>;
  phone_country_iso: Generated<string>;
  see_phone: Generated<ContactAudience>;
  see_email: Generated<ContactAudience>;
  see_online: Generated<ContactAudience>;
  see_friends: Generated<ContactAudience>;
  firstname: string;
  lastname: string;
  middlename: Generated<string>;
  position: Generated<string>;
  /** Field of activity, in the person's own words. */
  activity: Generated<string>;
  description: Generated<string>;
  family_status: Generated<FamilyStatus>;
  may_write: Generated<ContactAudience>;
  may_call: Generated<ContactAudience>;
  may_comment: Generated<ContactAudience>;
  country_id: number | null;
  city_id: number | null;
  /** Part of the city, in the person’s words; '' for none. */
  district: Generated<string>;
  photo_image_id: number | null;
  legal_status: ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;
  company_name: Generated<string>;
  bank_name: Generated<string>;
  bank_account: Generated<string>;
  bank_cor: Generated<string>;
  bank_inn: Generated<string>;
  bank_kpp: Generated<string>;
  bank_bik: Generated<string>;
  inn_verified_at: OptionalTime;
  referral_code: string;
  invited_by: number | null;
  password_hash: string;
  password_changed_at: OptionalTime;
  is_superuser: Generated<boolean>;
  groups: Generated<string[]>;
  permissions: Generated<string[]>;
  paid_until: OptionalTime;
  virtualpay_kopecks: Money;
  bonus_kopecks: Money;
  rating_sum: Money;
  rating_count: Generated<number>;
  lang: Generated<Lang>;
  status: Generated<UserStatus>;
  registered_at: ColumnType<Date, Date | undefined, Date>;
  activated_at: OptionalTime;
  suspended_at: OptionalTime;
  deleted_at: OptionalTime;
  updated_at: ColumnType<Date, Date | undefined, Date>;
  revision: Generated<number>;
  search_text: ColumnType<string, never, never>;
}

interface PhoneRevealsTable {
  user_id: number;
  day: string;
  subjects: string[];
}

export interface UsersTables {
  users: UsersTable;
  phone_reveals: PhoneRevealsTable;
}
