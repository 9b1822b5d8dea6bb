// Apart from the tiles, whose icons a list of discussions does not need.

/**
 * The category's colour for CSS. The default replaces everything but a hexadecimal colour, such as an old gradient
 * class.
 */
export function categoryColor(color: string): string {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : 'var(--edge)'
}
