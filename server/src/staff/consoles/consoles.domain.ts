import { defineDomain } from '../../platform/domain/domain.ts';
import { executeApproval } from './execute-approval.job.ts';
import { eraseApprovals } from './staff.public.ts';
import { registerStaff } from './staff.routes.ts';
import { sweepApprovals } from './sweep-approvals.job.ts';

export const consoles = defineDomain({
  name: 'consoles',
  routes: registerStaff,
  jobs: [executeApproval],
  periodicJobs: [{ job: sweepApprovals, everySeconds: 3600 }],
  userData: { erase: eraseApprovals },
});
