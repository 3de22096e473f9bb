import type { ListedUser } from '../../people/users/staff-list.public.ts';
import type { CsvColumn } from '../../platform/formats/csv.ts';

export const PEOPLE_COLUMNS: readonly CsvColumn<ListedUser>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'lastname', value: ({ lastname }) => lastname },
  { name: 'firstname', value: ({ firstname }) => firstname },
  { name: 'middlename', value: ({ middlename }) => middlename },
  { name: 'activity', value: ({ activity }) => activity },
  { name: 'phone', value: ({ phone }) => phone?.replace('+', '') },
  { name: 'email', value: ({ email }) => email },
  { name: 'referral', value: ({ referral_code }) => referral_code },
  { name: 'state', value: ({ status, deleted_at }) => (deleted_at === null ? status : 'left') },
  { name: 'large_page', value: ({ is_large_page }) => (is_large_page ? 1 : 0) },
  { name: 'registered', value: ({ registered_at }) => registered_at.toISOString() },
];
