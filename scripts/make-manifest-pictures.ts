// npm run manifest-pictures: takes the pictures of public/ that a browser shows before it installs the site, of the front
// page with the sample community. Run it after the look of the front page changed. The files are committed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium as launcher } from 'playwright-core'
import sharp from 'sharp'
import { SCREENSHOTS } from '../server/pages/documents/site-files.ts'
import { startServer } from '../tests/support/server.ts'
import { chromium } from './chromium.mjs'
import { build, install, root } from './prepare.mjs'

/** Pixels of the picture for one of the page. */
const SCALE = 2

install()
build()
const site = await startServer({ SEED: 'sample' })
const browser = await launcher.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const { file, width, height } of SCREENSHOTS) {
    const page = await browser.newPage({
      viewport: { width: width / SCALE, height: height / SCALE },
      deviceScaleFactor: SCALE,
      baseURL: site.url,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    const picture = sharp(await page.screenshot()).png({ compressionLevel: 9, palette: true, colours: 128 })
    writeFileSync(join(root, 'public', file), await picture.toBuffer())
    await page.close()
  }
} finally {
  await browser.close()
  await site.stop()
}
