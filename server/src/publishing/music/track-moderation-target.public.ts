import { sql } from 'kysely';
import type { ModerationTarget } from '../../trust/moderation/moderation-target.public.ts';
import { reinstateRecording, takeDown } from './take-down.public.ts';

interface Row {
  recording_id: number;
  title: string;
  artist: string;
  user_id: number;
  playlist_id: number;
  is_down: boolean;
}

export const trackModerationTarget: ModerationTarget = {
  async find({ db }, id) {
    const { rows } = await sql<Row>`
      select recording_id, title, artist, user_id, playlist_id, is_down from tracks where id = ${id}`.execute(db);
    const [track] = rows;
    if (track === undefined) return undefined;
    return {
      title: track.title,
      text: track.artist,
      link: `/user/${track.user_id}/audio/${track.playlist_id}`,
      photos: [],
      state: track.is_down ? 'hidden' : 'shown',
    };
  },
  async hide(services, tx, id, { holder, decidedBy }) {
    const { rows } = await sql<Row>`select recording_id, title, artist from tracks where id = ${id}`.execute(tx);
    const [track] = rows;
    if (track === undefined) return false;
    const { recording_id, title, artist } = track;
    return takeDown(services, tx, { recordingId: recording_id, title, artist, holder, decidedBy });
  },
  async restore(services, tx, id, decidedBy) {
    const { rows } = await sql<{ id: number }>`
      select d.id from takedowns d join tracks t on t.recording_id = d.recording_id
      where t.id = ${id} and d.restored_at is null order by d.id desc limit 1`.execute(tx);
    const [takedown] = rows;
    if (takedown !== undefined) await reinstateRecording(services, tx, takedown.id, decidedBy);
  },
};
