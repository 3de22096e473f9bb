import type { Listener } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { ComplaintTarget } from '../../trust/complaints/complaint-target.public.ts';
import { findComplainedTrack } from './music.public.ts';
import { takeDown } from './take-down.public.ts';

export async function findTrackTarget(
  services: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<ComplaintTarget> {
  const track = requireFound(await findComplainedTrack(services, viewer, id));
  const evidence = { title: track.title, text: track.artist, files: [track.recordingId] };
  return { object: `audio:${id}`, aboutUserId: track.senderId, ids: { audio_id: id }, evidence };
}

/** A justified copyright complaint takes down all copies of the recording and adds an entry to the public log. */
export const takeDownComplained: Listener<'complaint.upheld'> = async (services, tx, { complaint, decidedBy }) => {
  const { object, reason, holder, evidence } = complaint;
  const [recordingId] = evidence.files ?? [];
  if (!object.startsWith('audio:') || reason !== 'copyright' || recordingId === undefined) return;
  await takeDown(services, tx, { recordingId, title: evidence.title, artist: evidence.text, holder, decidedBy });
};
