import { useSyncExternalStore } from 'react';

/** Some browsers are built without WebRTC, and in others it is switched off. */
export const hasWebRtc = (): boolean => typeof RTCPeerConnection === 'function';

const never = () => () => undefined;

/** True on the server, which cannot know. */
export const useWebRtc = (): boolean => useSyncExternalStore(never, hasWebRtc, () => true);
