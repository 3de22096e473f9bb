import { registrationsApi as api } from '@app/contract/people/registrations';
import { type Row, row, setFor, staff } from '../row.ts';

const NONE = 999_999_999;
const staffElse = setFor(staff, ['manager', 'admin', 'superuser'], 'not_found');

export const registrationsRows: readonly Row[] = [
  row(api.list, staff),
  row(api.count, staff),
  row(api.decide, staffElse, () => ({ params: { user_id: NONE }, body: { accept: 1 as const } })),
  row(api.listCodes, staff),
  row(api.createCodes, staff, () => ({ body: { note: 'Для соседей' } })),
  row(api.removeCode, staffElse, () => ({ params: { id: NONE } })),
];
