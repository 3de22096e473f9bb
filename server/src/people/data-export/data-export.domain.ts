import { defineDomain } from '../../platform/domain/domain.ts';
import { buildExport } from './build-export.job.ts';
import { exportExportsOf } from './export-exports.public.ts';
import { eraseExports } from './exports.public.ts';
import { registerExports } from './exports.routes.ts';
import { removeExportFiles } from './remove-export-files.job.ts';
import { sweepExports } from './sweep-exports.job.ts';

export const dataExport = defineDomain({
  name: 'data-export',
  routes: registerExports,
  jobs: [buildExport, removeExportFiles],
  periodicJobs: [{ job: sweepExports, everySeconds: 3600 }],
  userData: { erase: eraseExports, exports: { exports: exportExportsOf } },
});
