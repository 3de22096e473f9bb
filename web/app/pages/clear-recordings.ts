import * as pieces from '../messaging/calls/recording/chunks.ts';

/** Whether this browser stores unsaved recordings of the viewer; the sign-out dialog then asks first. */
export const hasRecordings = async (viewerId: number): Promise<boolean> =>
  pieces.mayHaveLeftRecordings() && (await pieces.hasUnsavedRecordings(viewerId));

export async function clearRecordings(viewerId: number): Promise<void> {
  if (pieces.mayHaveLeftRecordings()) await pieces.clearChunks(viewerId);
}
