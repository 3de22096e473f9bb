import { waitForViewer } from '../../chat/engine/chat-events.ts';
import * as pieces from './chunks.ts';

const OWNER_TIMEOUT_MS = 5000;

/** Whose page it is. One that has just opened does not know it yet. */
function findOwner(): Promise<number | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, OWNER_TIMEOUT_MS));
  return Promise.race([waitForViewer(), late]);
}

/** Whether this browser keeps recordings of the reader that were not saved: worth a question before signing out. */
export async function hasRecordings(): Promise<boolean> {
  if (!pieces.mayHaveLeftRecordings()) return false;
  const owner = await findOwner();
  return owner !== undefined && pieces.hasUnsavedRecordings(owner);
}

/** After signing out: nothing that this person recorded stays in the browser. */
export async function clearRecordings(): Promise<void> {
  if (!pieces.mayHaveLeftRecordings()) return;
  const owner = await findOwner();
  if (owner !== undefined) await pieces.clearChunks(owner);
}
