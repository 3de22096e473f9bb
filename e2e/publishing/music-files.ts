import { api } from '../support/api.ts';
import type { Person } from '../support/people.ts';

const RATE = 8000;

/** Generates a tone as a WAV file. Different frequencies are different recordings. */
export function tone(name: string, hertz: number, seconds: number): { name: string; mimeType: string; buffer: Buffer } {
  const samples = RATE * seconds;
  const buffer = Buffer.alloc(44 + samples * 2);
  buffer.write('RIFF', 0);
  buffer.writeUInt32LE(36 + samples * 2, 4);
  buffer.write('WAVEfmt ', 8);
  buffer.writeUInt32LE(16, 16);
  buffer.writeUInt16LE(1, 20);
  buffer.writeUInt16LE(1, 22);
  buffer.writeUInt32LE(RATE, 24);
  buffer.writeUInt32LE(RATE * 2, 28);
  buffer.writeUInt16LE(2, 32);
  buffer.writeUInt16LE(16, 34);
  buffer.write('data', 36);
  buffer.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at++) {
    buffer.writeInt16LE(Math.round(3000 * Math.sin((2 * Math.PI * hertz * at) / RATE)), 44 + at * 2);
  }
  return { name, mimeType: 'audio/wav', buffer };
}

export interface Playlist {
  id: number;
  name: string;
}

export async function createPlaylist({ token }: Person, name: string): Promise<Playlist> {
  const form = new FormData();
  form.set('name', name);
  return api<Playlist>('PUT', '/api/playlist/add', { token, form });
}

export async function addTrack({ token }: Person, playlist: Playlist, file: ReturnType<typeof tone>): Promise<void> {
  const form = new FormData();
  form.set('playlist_id', String(playlist.id));
  form.set('audio', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name);
  await api('PUT', '/api/audio/add', { token, form });
}
