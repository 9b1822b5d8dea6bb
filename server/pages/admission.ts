// Who is rendered a page, and when: limits by address, and lanes. Forums are read by crawlers with a new address for each
// request, which limits by address do not see. So members come first, then pages that are asked for often and visitors
// who computed a proof of work, then strangers, who never wait: beyond their lane they get a small page at once.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Limits } from '../../api/limits/limits.ts'
import { NO_PROOF_OF_WORK, type ProofOfWork } from '../../api/limits/proof-of-work.ts'
import { withoutLanguage } from '../../shared/languages.ts'
import type { SiteInfo } from '../../shared/site.ts'
import { SITE_RULES } from '../site-limits.ts'
import type { LanePass, LanePasses } from './lane-passes.ts'
import { createLanes, type Lane } from './lanes.ts'
import type { createMomentPage } from './moment-page.ts'
import { answerTooMany } from './plain-pages.ts'
import type { Pages } from './render.ts'
import { sendPage } from './send.ts'

/** Pages that are searches if the URL has a `q`. */
const SEARCHES = new Set(['/search', '/search.data', '/blog', '/blog.data'])

type Visit = {
  /** The canonical URL. */
  url: string
  request: IncomingMessage
  response: ServerResponse
  /** Documents of which there are few, such as robots.txt, need no place in a lane. */
  needsLane: boolean
}

export type Admission = {
  /** Renders in the visitor's turn, or answers why not. */
  run(visit: Visit, render: () => Promise<void>): Promise<void>
}

export function createAdmission(options: {
  /** Whether there are lanes: without limits there are none. */
  hasLanes: boolean
  limits: Limits
  site: () => SiteInfo
  pages: Pages
  passes: LanePasses
  moment: ReturnType<typeof createMomentPage>
}): Admission {
  const { hasLanes, limits, site, pages, passes, moment } = options
  const lanes = createLanes()

  /** Beyond its allowance a pass is worth nothing. */
  const laneOf = async (url: string, pass: LanePass | null): Promise<Lane> => {
    if (pass) {
      const isMember = pass.of === 'member'
      const rule = isMember ? SITE_RULES['lane-member'] : SITE_RULES['lane-proof']
      if ((await limits.take([rule], pass.id)) === 0) return isMember ? lanes.members : lanes.often
    }
    return pages.cache.isOften(url) ? lanes.often : lanes.strangers
  }

  const refuse = (lane: Lane, { url, request, response }: Visit) => {
    lane.countRefusal()
    const late = pages.cache.late(url)
    if (late) sendPage(late, request, response)
    else moment.answerCrowd(request, response, pathOf(url))
  }

  /** Every query is a new search, so its page counts like an API search. @returns whether it was refused */
  const refusesSearch = async ({ url, request, response }: Visit, address: string, pass: LanePass | null) => {
    const { waitMs, mayProve } = await limits.takeProvable(
      SITE_RULES['guest-search'],
      address,
      proofOf(pass, limits),
    )
    if (waitMs === 0) return false
    const path = pathOf(url)
    if (mayProve) moment.answerSearches(request, response, { path, waitMs })
    else answerTooMany(site(), request, response, { path, waitMs })
    return true
  }

  return {
    run: async (visit, render) => {
      const { url, request, response, needsLane } = visit
      const pass = passes.read(request, Date.now())
      // Who joins a rendering that runs costs none.
      const lane = hasLanes && needsLane && !pages.isRendering(url) ? await laneOf(url, pass) : null
      // First of all: a crowd of addresses would cost a counter each.
      if (lane?.isFull) return refuse(lane, visit)
      const address = limits.clientAddress(request)
      const waitMs = await limits.take([SITE_RULES['page-burst'], SITE_RULES.page], address)
      if (waitMs > 0) return answerTooMany(site(), request, response, { path: pathOf(url), waitMs })
      if (isSearch(url) && (await refusesSearch(visit, address, pass))) return
      if (!lane) return render()
      const hasPlace = await lane.run(async () => {
        // Its visitor may have gone away meanwhile, or the page was rendered for another one.
        if (!response.destroyed && !pages.cache.answer(request, response, url)) await render()
      })
      if (!hasPlace) refuse(lane, visit)
    },
  }
}

function proofOf(pass: LanePass | null, limits: Limits): ProofOfWork {
  if (!pass) return NO_PROOF_OF_WORK
  let counted: Promise<boolean> | null = null
  return {
    isValid: () => {
      counted ??= limits.take([SITE_RULES['search-proof']], pass.id).then((waitMs) => waitMs === 0)
      return counted
    },
  }
}

function isSearch(url: string): boolean {
  return SEARCHES.has(withoutLanguage(pathOf(url))) && /[?&]q=[^&]/.test(url)
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '/'
}
