/** Line width of every outline icon. */
export const ICON_STROKE = 1.75;
