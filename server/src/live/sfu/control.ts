import type { WebSocket } from 'ws';
import { BEAT_EVERY_MS, type ControlHeard, ControlSaid } from './control-messages.public.ts';
import type { Rooms } from './rooms.ts';
import { forwarded } from './rtp/sink.ts';

/** An app node that showed its key: it hears what happens in rooms, and may send people away. */
export function obey(socket: WebSocket, rooms: Rooms): void {
  const say = (message: ControlHeard): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const forget = rooms.onNews(say);
  const beat = setInterval(() => say({ type: 'beat', forwarded: forwarded.packets }), BEAT_EVERY_MS);
  say({ type: 'rooms', rooms: rooms.people });
  socket.on('message', (data) => {
    const said = readFrame(data.toString());
    if (said?.type === 'drop') rooms.drop(said.room, said.user);
    else if (said?.type === 'end') rooms.end(said.room, said.reason);
    else if (said?.type === 'record') rooms.record(said.room, said.on);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(beat);
    forget();
  });
}

function readFrame(frame: string): ControlSaid | undefined {
  try {
    return ControlSaid.safeParse(JSON.parse(frame)).data;
  } catch {
    return undefined;
  }
}
