import { defineDomain } from '../../platform/domain.ts';
import { forgetComplaints } from './complaints.public.ts';
import { registerComplaints } from './complaints.routes.ts';
import { exportComplaintsOf } from './export-complaints.public.ts';

export const complaints = defineDomain({
  name: 'complaints',
  routes: registerComplaints,
  userData: { erase: forgetComplaints, exports: { complaints: exportComplaintsOf } },
});
