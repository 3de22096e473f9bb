import type { WebSocket } from 'ws';
import { ControlClientMessage, type ControlServerMessage, HEARTBEAT_INTERVAL_MS } from './control-messages.ts';
import type { Rooms } from './rooms.ts';
import { forwarded } from './rtp/consumer.ts';

export function handleControlConnection(socket: WebSocket, rooms: Rooms): void {
  const send = (message: ControlServerMessage): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const unsubscribe = rooms.onEvent((event) =>
    send(event.type === 'room_opened' ? { type: 'beat', opened: event.room } : event),
  );
  const beat = (): void => send({ type: 'beat', forwarded: forwarded.packets, people: rooms.size });
  const heartbeat = setInterval(beat, HEARTBEAT_INTERVAL_MS);
  send({ type: 'rooms', rooms: rooms.people });
  socket.on('message', (data) => {
    const message = parseFrame(data.toString());
    if (message?.type === 'drop') rooms.removeParticipant(message.room, message.user);
    else if (message?.type === 'end') rooms.end(message.room, message.reason);
    else if (message?.type === 'record') rooms.record(message.room, message.on);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
}

function parseFrame(frame: string): ControlClientMessage | undefined {
  try {
    return ControlClientMessage.safeParse(JSON.parse(frame)).data;
  } catch {
    return undefined;
  }
}
