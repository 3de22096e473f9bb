import { nearApi } from '@app/contract/publishing/near';
import { everyone, row } from '../row.ts';

export const nearRows = [
  row(nearApi.list, everyone, () => ({ query: { city_id: 1 } })),
  row(nearApi.newer, everyone, () => ({ query: { city_id: 1, above: '1767268800000000.p.1' } })),
];
