export const musicPath = (userId: number): string => `/user/${userId}/audio`;
export const playlistPath = (userId: number, playlistId: number): string => `/user/${userId}/audio/${playlistId}`;
export const addTracksPath = (userId: number, playlistId: number): string => `/user/${userId}/audio/add/${playlistId}`;
export const newPlaylistPath = (userId: number): string => `/user/${userId}/playlist/add`;

export const parseId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
