import { defineDomain } from '../../platform/domain.ts';
import { registerStreamPrograms } from './stream-programs.routes.ts';

export const streamIngest = defineDomain({
  name: 'stream-ingest',
  routes: registerStreamPrograms,
});
