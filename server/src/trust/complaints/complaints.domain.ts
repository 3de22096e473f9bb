import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseComplaints } from './complaints.public.ts';
import { registerComplaints } from './complaints.routes.ts';
import { decideComplaintsOfCase } from './decide-complaint.ts';
import { exportComplaintsOf } from './export-complaints.public.ts';

export const complaints = defineDomain({
  name: 'complaints',
  routes: registerComplaints,
  on: { 'case.decided': decideComplaintsOfCase },
  userData: { erase: eraseComplaints, exports: { complaints: exportComplaintsOf } },
});
