import * as pieces from '../messaging/calls/recording/chunks.ts';
import { waitForViewer } from '../messaging/chat/engine/chat-events.ts';

const OWNER_TIMEOUT_MS = 5000;

/** Returns the user of this page. A page that has just opened does not know it yet. */
function findOwner(): Promise<number | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, OWNER_TIMEOUT_MS));
  return Promise.race([waitForViewer(), late]);
}

/** Whether this browser stores unsaved recordings of the reader; the sign-out dialog then asks first. */
export async function hasRecordings(): Promise<boolean> {
  if (!pieces.mayHaveLeftRecordings()) return false;
  const owner = await findOwner();
  return owner !== undefined && pieces.hasUnsavedRecordings(owner);
}

export async function clearRecordings(): Promise<void> {
  if (!pieces.mayHaveLeftRecordings()) return;
  const owner = await findOwner();
  if (owner !== undefined) await pieces.clearChunks(owner);
}
