import { knownViewer } from '../../chat/engine/chat-line.ts';
import * as pieces from './pieces.ts';

const PATIENCE_MS = 5000;

/** Whose page it is. One that has just opened does not know it yet. */
function whose(): Promise<number | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  return Promise.race([knownViewer(), late]);
}

/** Whether this browser keeps recordings of the reader that were not saved: worth a question before signing out. */
export async function hasRecordings(): Promise<boolean> {
  if (!pieces.mayHaveLeft()) return false;
  const owner = await whose();
  return owner !== undefined && pieces.hasUntaken(owner);
}

/** After signing out: nothing that this person recorded stays in the browser. */
export async function forgetRecordings(): Promise<void> {
  if (!pieces.mayHaveLeft()) return;
  const owner = await whose();
  if (owner !== undefined) await pieces.forgetPieces(owner);
}
