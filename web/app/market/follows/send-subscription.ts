import { subscriptionsApi } from '#contract/market/subscriptions';
import { call } from '../../platform/call.ts';

export function sendSubscription(userId: number, isOn: boolean): Promise<{ subscribe: 0 | 1; count: number }> {
  return call(subscriptionsApi.set, { body: { to_id: userId, subscribe: isOn ? 1 : 0 } });
}
