import { operationsApi as api } from '@app/contract/staff/operations';
import { administrators, everyone, type Row, row, setFor, staff } from '../row.ts';

const draft = { texts: { ru: 'Ночью обновляемся' } };
const administratorsElse = (outcome: 'not_found') => setFor(administrators, ['admin', 'superuser'], outcome);
const NONE = 999_999_999;

export const operationsRows: readonly Row[] = [
  row(api.siteState, everyone),
  row(api.listAnnouncements, administrators),
  row(api.addAnnouncement, administrators, () => ({ body: draft })),
  row(api.editAnnouncement, administratorsElse('not_found'), () => ({ params: { id: NONE }, body: draft })),
  row(api.removeAnnouncement, administratorsElse('not_found'), () => ({ params: { id: NONE } })),
  row(api.listFeatures, administrators),
  row(api.setFeature, administrators, () => ({ body: { feature: 'promotion' as const, is_on: 1 as const } })),
  row(api.deadJobs, administrators),
  row(api.retryJobs, administratorsElse('not_found'), () => ({ body: { name: 'no-such-job' } })),
  row(api.discardJobs, administratorsElse('not_found'), () => ({ body: { name: 'no-such-job', reason: 'Проверка' } })),
  row(api.statistics, staff),
];
