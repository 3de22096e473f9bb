import { type RefObject, useEffect, useState } from 'react';

export function useFullscreen(root: RefObject<HTMLElement | null>): { isFull: boolean; toggleFull(): Promise<void> } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = (): void => setFull(root.current !== null && document.fullscreenElement === root.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [root]);
  return {
    isFull,
    async toggleFull() {
      const video = root.current?.querySelector('video') as
        | (HTMLVideoElement & { webkitEnterFullscreen?: () => void })
        | null
        | undefined;
      try {
        if (document.fullscreenElement) await document.exitFullscreen();
        else if (root.current?.requestFullscreen) await root.current.requestFullscreen();
        // iPhones allow only the video element itself to become fullscreen.
        else video?.webkitEnterFullscreen?.();
      } catch {
        // The system refused fullscreen.
      }
    },
  };
}
