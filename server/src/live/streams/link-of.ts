/** Path of the stream's page on the site. */
export const linkOf = ({ id, userId }: { id: number; userId: number }): string => `/user/${userId}/streams/${id}`;
