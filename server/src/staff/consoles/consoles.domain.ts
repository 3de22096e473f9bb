import { defineDomain } from '../../platform/domain.ts';
import { carryOutApproval } from './carry-out-approval.job.ts';
import { forgetApprovals } from './staff.public.ts';
import { registerStaff } from './staff.routes.ts';
import { sweepApprovals } from './sweep-approvals.job.ts';

export const consoles = defineDomain({
  name: 'consoles',
  routes: registerStaff,
  jobs: [carryOutApproval, sweepApprovals],
  periodicJobs: [{ job: sweepApprovals, everySeconds: 3600 }],
  userData: { erase: forgetApprovals },
});
