import { chatFilesApi } from '@app/contract/messaging/chat-files';
import { allGet, NOBODY, row, setFor, signedIn } from '../row.ts';

/** Files of messages are visible to the two chat participants only, not to staff. */
const onesOwn = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');

export const chatFilesRows = [
  row(chatFilesApi.upload, signedIn, ({ picture }) => ({ body: {}, files: [picture('file')] })),
  row(chatFilesApi.remove, onesOwn, async (scene) => ({ params: { id: (await scene.unsentFile()).id } })),
  row(chatFilesApi.markListened, onesOwn, async (scene) => ({ params: { id: (await scene.receivedVoice()).id } })),
];
