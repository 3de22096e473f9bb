import { useEffect } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import type { RootData } from '../root.tsx';

/** Takes a person without a subscription to the page where it is paid. */
export function SubscribeModal({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer;
  useEffect(() => {
    onClose();
    if (viewer) void navigate(`/subscribe/pay/${viewer.user_id}`);
  }, [navigate, onClose, viewer]);
  return null;
}
