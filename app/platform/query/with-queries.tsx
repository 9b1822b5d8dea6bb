// Around each page, and each part that is loaded on demand, whose components ask with `useQuery`. It isn't around
// everything, because a guest who reads would load the library for nothing (tests/unit/page-weight.test.ts).
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type FunctionComponent, useState } from 'react'
import { queryClient } from './query-client.ts'

/** Gives `Part` with the page's one query client around it. */
export function withQueries<Props extends object>(Part: ComponentType<Props>): FunctionComponent<Props> {
  return function WithQueries(props: Props) {
    const [client] = useState(queryClient)
    return (
      <QueryClientProvider client={client}>
        <Part {...props} />
      </QueryClientProvider>
    )
  }
}
