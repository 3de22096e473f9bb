import type { FingerStep, Point } from './visitor.ts';

/** Milliseconds of a finger from one step to the next. */
const STEP_MS = 50;

/** A finger as WebDriver describes it, in BiDi as in the older protocol. */
export function fingerOf(steps: readonly FingerStep[]): object {
  const moves = steps.flatMap(({ x, y, holdMs }, at) => [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: at === 0 ? 0 : STEP_MS },
    ...(at === 0 ? [{ type: 'pointerDown', button: 0 }] : []),
    ...(holdMs ? [{ type: 'pause', duration: holdMs }] : []),
  ]);
  return {
    type: 'pointer',
    id: 'finger',
    parameters: { pointerType: 'touch' },
    actions: [...moves, { type: 'pointerUp', button: 0 }],
  };
}

/** Keys pressed one after the other, of any alphabet. */
export const keysOf = (text: string): object => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

export const mouseClickAt = ({ x, y }: Point): object => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});
