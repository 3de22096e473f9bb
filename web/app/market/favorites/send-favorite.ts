import { favoritesApi } from '#contract/market/favorites';
import { call } from '../../platform/call.ts';

interface Outcome {
  isOn: boolean;
  error?: unknown;
}

interface Sending {
  wanted: boolean;
  presses: number;
  done: Promise<Outcome>;
}

const sending = new Map<number, Sending>();

/**
 * Sends the shown state. A press during a request is sent after it if still needed, so that presses are neither lost
 * nor reordered. Null for a press that was replaced by a later one, which gets the result.
 */
export async function sendFavorite(adId: number, isOn: boolean, before: boolean): Promise<Outcome | null> {
  const running = sending.get(adId) ?? start(adId, isOn, before);
  running.wanted = isOn;
  running.presses += 1;
  const press = running.presses;
  const outcome = await running.done;
  return press === running.presses ? outcome : null;
}

function start(adId: number, wanted: boolean, before: boolean): Sending {
  const fresh: Sending = { wanted, presses: 0, done: Promise.resolve({ isOn: before }) };
  sending.set(adId, fresh);
  fresh.done = syncFavorite(adId, fresh, before).finally(() => sending.delete(adId));
  return fresh;
}

async function syncFavorite(adId: number, state: Sending, before: boolean): Promise<Outcome> {
  let isOn = before;
  try {
    while (isOn !== state.wanted) {
      const next = state.wanted;
      if (next) await call(favoritesApi.add, { body: { subscription_board_id: adId } });
      else await call(favoritesApi.remove, { query: { board_id: adId } });
      isOn = next;
    }
    return { isOn };
  } catch (error) {
    return { isOn, error };
  }
}
