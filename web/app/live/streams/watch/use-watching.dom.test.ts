import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleStream } from '../../../../test/sample-stream.ts';
import { openRoom } from '../../media-rooms/room.ts';
import { overlayKind } from './live-overlay.tsx';
import { useWatching } from './use-watching.ts';

vi.mock(import('../../media-rooms/room.ts'), () => ({ openRoom: vi.fn() }));
afterEach(() => vi.unstubAllGlobals());

const HLS = '/media/streams/7/live.m3u8';

async function watch(hls: string | null) {
  const seat = { engine: 'sfu', url: '/media-room', token: 't', expires_at: '' };
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ mode: 'room', seat, may: 'view', ice: [], hls })),
  );
  const { result } = renderHook(() => useWatching(sampleStream(), () => undefined));
  await waitFor(() => expect(result.current.mode).not.toBe('none'));
  return result.current;
}

test('a member whose browser has no WebRTC watches by HLS as guests do', async () => {
  vi.stubGlobal('RTCPeerConnection', undefined);
  expect(await watch(HLS)).toEqual({ mode: 'hls', hls: HLS });
  expect(openRoom).not.toHaveBeenCalled();
});

test('while there is no playlist yet, a browser without WebRTC says why it waits', async () => {
  vi.stubGlobal('RTCPeerConnection', undefined);
  const incoming = await watch(null);
  const shown = { stream: sampleStream(), incoming, hls: null, hasFailed: false, isPast: false };
  expect(overlayKind({ ...shown, isGuest: false })).toBe('delayed');
  expect(overlayKind({ ...shown, isGuest: true })).toBe('guest');
});
