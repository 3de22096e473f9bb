import { CASE_STATES, type CaseState } from '@app/contract/trust/cases';
import { expect, test } from 'vitest';
import { afterMove, type CaseMove, statesBefore } from './case-state.ts';

const MOVES: readonly CaseMove[] = ['take', 'back', 'resolve', 'reopen'];

interface Model {
  taken: boolean;
  decided: boolean;
  again: boolean;
}

const modelOf = (state: CaseState): Model => ({
  taken: state === 'taken',
  decided: state === 'resolved',
  again: state === 'reopened',
});

function mayInModel({ taken, decided }: Model, move: CaseMove): boolean {
  if (move === 'take') return !taken && !decided;
  if (move === 'reopen') return decided;
  return taken;
}

test('a case is taken before it is decided, and decided before it is reopened', () => {
  for (const state of CASE_STATES)
    for (const move of MOVES)
      expect([state, move, afterMove(state, move) !== undefined]).toEqual([
        state,
        move,
        mayInModel(modelOf(state), move),
      ]);
});

test('every way through the moves ends where the model says', () => {
  const walk = (state: CaseState, model: Model, depth: number): void => {
    expect(modelOf(state)).toMatchObject({ taken: model.taken, decided: model.decided });
    if (depth === 0) return;
    for (const move of MOVES) {
      const next = afterMove(state, move);
      expect(next !== undefined).toBe(mayInModel(model, move));
      if (next === undefined) continue;
      walk(next, { taken: move === 'take', decided: move === 'resolve', again: move === 'reopen' }, depth - 1);
    }
  };
  walk('open', modelOf('open'), 6);
});

test('the conditional update starts from the same states', () => {
  for (const move of MOVES)
    expect(statesBefore(move)).toEqual(CASE_STATES.filter((state) => afterMove(state, move) !== undefined));
});
