import { useEffect, useState, useSyncExternalStore } from 'react';

export interface Step<State, Effect> {
  state: State;
  effects: readonly Effect[];
}

export interface Machine<State, Event> {
  state: () => State;
  send: (event: Event) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Runs a pure reducer: keeps its state, tells the listeners of changes and hands each effect to `perform`. An event
 * that an effect sends is reduced at once.
 */
export function createMachine<State, Event, Effect>(
  reduce: (state: State, event: Event) => Step<State, Effect>,
  initial: State,
  perform: (effect: Effect) => void,
): Machine<State, Event> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    send(event) {
      const step = reduce(state, event);
      const hasChanged = step.state !== state;
      state = step.state;
      if (hasChanged) for (const listener of listeners) listener();
      for (const effect of step.effects) perform(effect);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A state that is changed from outside, without effects: each event is a change of it. */
export const createStore = <State extends object>(initial: State): Machine<State, Partial<State>> =>
  createMachine(
    (state, change) => ({ state: { ...state, ...change }, effects: [] }),
    initial,
    () => undefined,
  );

export function useMachineState<State>(machine: Machine<State, never>): State {
  return useSyncExternalStore(machine.subscribe, machine.state, machine.state);
}

interface Runner {
  /** Ends what the runner holds outside the page's elements: timers, sources, the audio focus. */
  close: () => void;
}

/** Creates a runner once for a component and closes it when the component goes. */
export function useRunner<Type extends Runner>(create: () => Type): Type {
  const [runner] = useState(create);
  useEffect(() => () => runner.close(), [runner]);
  return runner;
}
