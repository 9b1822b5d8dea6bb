// What the API refuses, in words for the writer. Its last word may be an address of this site, which becomes a link.
import { Link } from '../link.tsx'

export function Said({ message }: { message: string }) {
  const at = message.lastIndexOf(' /') + 1
  const address = message.slice(at)
  if (at === 0 || !/^\/[a-z]+$/.test(address)) return message
  return (
    <>
      {message.slice(0, at)}
      <Link to={address} className="underline underline-offset-2">
        {address}
      </Link>
    </>
  )
}
