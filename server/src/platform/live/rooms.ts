import type { Live, LiveEvent } from './live.ts';
import type { LiveSocket } from './socket-connection.ts';

/** Everybody who has the same thing open on this node. */
interface Room {
  sockets: Set<LiveSocket>;
  unsubscribe: Promise<() => void>;
}

interface Rooms {
  /** This socket is in the room from now on; the answer takes it out again. */
  enter(id: number, socket: LiveSocket): Promise<() => void>;
}

interface RoomsOptions {
  live: Pick<Live, 'subscribe'>;
  topicOf: (id: number) => string;
  /** What is published on the topic, for those who are in the room at this moment. */
  onEvent: (id: number, sockets: ReadonlySet<LiveSocket>, event: LiveEvent) => Promise<void>;
  onFailed: (error: Error) => void;
}

/** Rooms of sockets by what they have open: a room hears its topic as long as somebody is in it. */
export function createRooms({ live, topicOf, onEvent, onFailed }: RoomsOptions): Rooms {
  const rooms = new Map<number, Room>();

  function open(id: number): Room {
    const unsubscribe = live.subscribe(topicOf(id), (event) => {
      onEvent(id, room.sockets, event).catch(onFailed);
    });
    // Whoever opens it hears of the failure.
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
