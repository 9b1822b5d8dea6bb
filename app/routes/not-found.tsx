// The page of any other address.
import { data } from 'react-router'

export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFoundRoute() {
  return null
}
