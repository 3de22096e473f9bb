export const linkOf = ({ id, userId }: { id: number; userId: number }): string => `/user/${userId}/streams/${id}`;
