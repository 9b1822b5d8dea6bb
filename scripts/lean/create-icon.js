// Draws what the library's own does on the server, attribute for attribute, from the properties that we set.
import { createElement, forwardRef } from 'react'

const isSaid = (name) => name.startsWith('aria-') || name === 'role' || name === 'title'

export default function createIcon({ name, size: box = 24, node, aliases = [] }) {
  const classes = ['lucide', ...[name, ...aliases].map((one) => `lucide-${one}`)]
  return forwardRef(({ size = 24, color = 'currentColor', className = '', children, ...rest }, ref) =>
    createElement(
      'svg',
      {
        ...{ ref, xmlns: 'http://www.w3.org/2000/svg', width: size, height: size },
        ...{ viewBox: `0 0 ${box} ${box}`, fill: 'none', stroke: color, strokeWidth: 2 },
        ...{ strokeLinecap: 'round', strokeLinejoin: 'round' },
        className: [...new Set([...classes, ...className.split(' ').filter(Boolean)])].join(' '),
        ...(children || Object.keys(rest).some(isSaid) ? {} : { 'aria-hidden': 'true' }),
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    ),
  )
}
