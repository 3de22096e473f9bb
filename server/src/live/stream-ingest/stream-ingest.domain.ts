import { defineDomain } from '../../platform/domain/domain.ts';
import { registerStreamIngest } from './stream-ingest.routes.ts';

export const streamIngest = defineDomain({
  name: 'stream-ingest',
  routes: registerStreamIngest,
});
