import { useEffect, useState, useSyncExternalStore } from 'react';

export interface Step<State, Effect> {
  state: State;
  effects: readonly Effect[];
}

interface Readable<State> {
  state: () => State;
  subscribe: (listener: () => void) => () => void;
}

export interface Store<State> extends Readable<State> {
  set: (next: State) => void;
}

export interface Machine<State, Event> extends Readable<State> {
  send: (event: Event) => void;
}

/** Keeps a value and tells the listeners of changes. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    set(next) {
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
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
  const { state, set, subscribe } = createStore(initial);
  return {
    state,
    subscribe,
    send(event) {
      const step = reduce(state(), event);
      set(step.state);
      for (const effect of step.effects) perform(effect);
    },
  };
}

export function useMachineState<State>({ subscribe, state }: Readable<State>): State {
  return useSyncExternalStore(subscribe, state, state);
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
