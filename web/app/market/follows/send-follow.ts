import { followsApi } from '#contract/market/follows';
import { call } from '../../platform/call.ts';

export function sendFollow(userId: number, isOn: boolean): Promise<{ subscribe: 0 | 1; count: number }> {
  return call(followsApi.set, { body: { to_id: userId, subscribe: isOn ? 1 : 0 } });
}
