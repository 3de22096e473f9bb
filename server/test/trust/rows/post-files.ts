import { uploadsApi } from '@app/contract/files/uploads';
import { publicationsApi } from '@app/contract/publishing/publications';
import { allGet, NOBODY, row, setFor, signedIn, subscribers } from '../row.ts';

/** Staff have no subscription by their role. */
const paying = setFor(subscribers, ['manager', 'admin', 'superuser'], 'subscription_required');
/** Unused files are visible to their owner only, not to staff. */
const onesOwn = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');

export const postFilesRows = [
  row(uploadsApi.list, signedIn),
  row(publicationsApi.uploadFile, paying, ({ picture }) => ({ body: {}, files: [picture('file')] })),
  row(
    publicationsApi.uploadFile,
    setFor(paying, ['paid', 'owner'], 'upload_not_found'),
    () => ({ body: { upload_id: 'a'.repeat(32) } }),
    'an upload of somebody else',
  ),
  row(publicationsApi.file, onesOwn, async (scene) => ({ params: { id: (await scene.publicationFile()).id } })),
  row(publicationsApi.removeFile, onesOwn, async (scene) => ({ params: { id: (await scene.publicationFile()).id } })),
];
