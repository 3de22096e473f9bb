import { defineDomain } from '../../platform/domain.ts';
import { eraseComplaints } from './complaints.public.ts';
import { registerComplaints } from './complaints.routes.ts';
import { exportComplaintsOf } from './export-complaints.public.ts';

export const complaints = defineDomain({
  name: 'complaints',
  routes: registerComplaints,
  userData: { erase: eraseComplaints, exports: { complaints: exportComplaintsOf } },
});
