import { defineDomain } from '../../platform/domain/domain.ts';
import { STREAM_INGEST_PATHS } from './describe-stream-ingest.ts';
import { registerStreamIngest } from './stream-ingest.routes.ts';

export const streamIngest = defineDomain({
  name: 'stream-ingest',
  routes: registerStreamIngest,
  protocolPaths: STREAM_INGEST_PATHS,
});
