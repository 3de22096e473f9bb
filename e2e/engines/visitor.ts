import type { Part } from './part.ts';

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export interface Point {
  x: number;
  y: number;
}

/** A step of a finger, in the coordinates of the window. */
export interface FingerStep extends Point {
  /** Milliseconds that the finger stays there. */
  holdMs?: number;
}

/** Somebody with a browser of their own, in whatever engine. */
export interface Visitor {
  /** Name and version, for messages. */
  readonly engine: string;
  /** Opens an address of the product and waits until its scripts have it. */
  open(address: string): Promise<void>;
  /** Goes to an address and waits for nothing of the product. */
  go(address: string): Promise<void>;
  /** Presses a part as soon as it is alive. */
  press(part: Part): Promise<void>;
  fill(part: Part, text: string): Promise<void>;
  /** Types into what has the focus: text, or one of the keys below. */
  type(text: string): Promise<void>;
  key(name: 'Enter' | 'Escape' | 'Space' | 'Tab'): Promise<void>;
  /** Chooses files in a field that may be hidden. */
  choose(part: Part, files: readonly ChosenFile[]): Promise<void>;
  /** Whether a part is visible now. */
  shows(part: Part): Promise<boolean>;
  /** Waits until a part is visible. */
  sees(part: Part, timeout?: number): Promise<void>;
  /** Waits until no such part is visible. */
  misses(part: Part, timeout?: number): Promise<void>;
  text(part: Part): Promise<string>;
  /** Where the middle of a part is in the window. */
  middleOf(part: Part): Promise<Point>;
  /** Puts a finger down at the first step, moves it over the others and lifts it. */
  touch(steps: readonly FingerStep[]): Promise<void>;
  /** Runs a function in the page, which gets a value that can be written as JSON. */
  ask<Answer, Given = undefined>(script: (given: Given) => Answer | Promise<Answer>, given?: Given): Promise<Answer>;
  back(): Promise<void>;
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}
