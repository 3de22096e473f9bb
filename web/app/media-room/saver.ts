import type { Layer, Room } from './room-types.ts';

export interface SaverState {
  /** Nobody's picture comes in. */
  isOn: boolean;
  /** It switched itself on, because the line carries too little. */
  isAutomatic: boolean;
  /** Whose picture is off by the person's own choice. */
  off: readonly number[];
  bytesSaved: number;
}

/** «Экономия»: pictures that do not come in. */
export interface Saver {
  set(isOn: boolean): void;
  /** One person's picture. */
  setPerson(user: number, layer: Layer): void;
  /** From `onBandwidth` of the room. Under 300 kbit/s it switches itself on, and off again when the line is good. */
  noteBandwidth(kbps: number): void;
  state(): SaverState;
  close(): void;
}

export function createSaver(_room: Room, _onChange: (state: SaverState) => void): Saver {
  throw new Error('not yet');
}
