import type { Live, LiveEvent } from './live.ts';
import type { LiveSocket } from './socket-connection.ts';

interface Room {
  sockets: Set<LiveSocket>;
  unsubscribe: Promise<() => void>;
}

interface Rooms {
  enter(id: number, socket: LiveSocket): Promise<() => void>;
}

interface RoomsOptions {
  live: Pick<Live, 'subscribe'>;
  topicOf: (id: number) => string;
  onEvent: (id: number, sockets: ReadonlySet<LiveSocket>, event: LiveEvent) => Promise<void>;
  onFailed: (error: Error) => void;
}

/** Groups sockets by the object they have open. A room is subscribed to its topic while it has sockets. */
export function createRooms({ live, topicOf, onEvent, onFailed }: RoomsOptions): Rooms {
  const rooms = new Map<number, Room>();

  function open(id: number): Room {
    const unsubscribe = live.subscribe(topicOf(id), (event) => {
      onEvent(id, room.sockets, event).catch(onFailed);
    });
    unsubscribe.catch(() => {});
    const room: Room = { sockets: new Set(), unsubscribe };
    rooms.set(id, room);
    return room;
  }

  function removeSocket(id: number, room: Room, socket: LiveSocket): void {
    room.sockets.delete(socket);
    if (room.sockets.size > 0 || rooms.get(id) !== room) return;
    rooms.delete(id);
    room.unsubscribe.then(
      (unsubscribe) => unsubscribe(),
      () => {},
    );
  }

  return {
    async enter(id, socket) {
      const room = rooms.get(id) ?? open(id);
      room.sockets.add(socket);
      try {
        await room.unsubscribe;
      } catch (error) {
        removeSocket(id, room, socket);
        throw error;
      }
      return () => removeSocket(id, room, socket);
    },
  };
}
