/** Where a stream is watched: a path on the site. */
export const linkOf = ({ id, userId }: { id: number; userId: number }): string => `/user/${userId}/streams/${id}`;
