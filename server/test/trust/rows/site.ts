import { siteApi as api } from '@app/contract/staff/site';
import { administrators, type Row, row } from '../row.ts';

export const siteRows: readonly Row[] = [
  row(api.get, administrators),
  row(api.save, administrators, async ({ siteVersion }) => ({ body: { version: await siteVersion() } })),
  row(api.saveLogo, administrators, ({ picture }) => ({ files: [picture('logo')] })),
  row(api.removeLogo, administrators),
];
