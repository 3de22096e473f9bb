import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callRingOf, IGOR, ME } from '../../../test/call-scene.ts';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { CallsOutlet } from './calls-outlet.tsx';

await loadTexts('ru', 'calls');

let socket: FakeSocket | undefined;

class KeptSocket extends FakeSocket {
  constructor(url: string) {
    super(url);
    socket = this;
  }
}

beforeEach(() => {
  socket = undefined;
  vi.stubGlobal('WebSocket', KeptSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a browser with WebRTC rings, and one without it does not', async () => {
  vi.stubGlobal('RTCPeerConnection', class {});
  await showComponent(<CallsOutlet viewerId={ME} />);
  await vi.waitFor(() => expect(socket).toBeDefined());
  const ring = callRingOf();
  socket?.receive({ type: 'init', ...ring });
  expect(await screen.findByRole('alertdialog', { name: /Игорь/ }, { timeout: 15_000 })).toBeInTheDocument();
  socket?.receive({ type: 'hangup', room_id: ring.room_id, user_id: IGOR, reason: 'cancelled' });
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  vi.stubGlobal('RTCPeerConnection', undefined);
  socket?.receive({ type: 'init', ...ring, room_id: 'b'.repeat(22) });
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
