/** Where a small tile lies over the large one. */
export const FLOAT_CORNERS = ['bottomRight', 'bottomLeft', 'topLeft', 'topRight'] as const;
export type FloatCorner = (typeof FLOAT_CORNERS)[number];

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The corner of the box that is nearest to the middle of the tile. */
export function nearestCorner(tile: Box, box: Box): FloatCorner {
  const isLeft = tile.left + tile.width / 2 < box.left + box.width / 2;
  const isTop = tile.top + tile.height / 2 < box.top + box.height / 2;
  return `${isTop ? 'top' : 'bottom'}${isLeft ? 'Left' : 'Right'}`;
}

export const nextCorner = (corner: FloatCorner): FloatCorner =>
  FLOAT_CORNERS[(FLOAT_CORNERS.indexOf(corner) + 1) % FLOAT_CORNERS.length] ?? 'bottomRight';
