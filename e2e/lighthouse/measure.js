import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const { AXIOMA_CHROMIUM, BENCH_URL = '', BENCH_REPORT = '' } = process.env

const headlessShell = '/usr/bin/chromium-headless-shell'
const chromePath = AXIOMA_CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium')

const pages = {
  start: '/',
  privacy: '/legal/privacidad',
  login: '/login',
  registration: '/public/register?bid=demobarberia',
  qr: '/qr',
  portal: '/portal?bid=demobarberia',
}
const kinds = ['performance', 'accessibility', 'best-practices', 'seo']

/** Performance varies between runs: the median counts. */
const times = 3

async function scoresOf(address, port) {
  const { lhr } = await lighthouse(address, { port, onlyCategories: kinds, logLevel: 'error' })
  return kinds.map((kind) => Math.round(100 * (lhr.categories[kind]?.score ?? 0)))
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const report = {}
for (const [name, path] of Object.entries(pages)) {
  const runs = []
  for (let run = 0; run < times; run++) {
    const chrome = await launch({ chromePath, chromeFlags: ['--headless', '--no-sandbox'] })
    try {
      runs.push(await scoresOf(BENCH_URL + path, chrome.port))
    } finally {
      chrome.kill()
    }
  }
  const [performance, ...others] = kinds.map((_, kind) => middle(runs.map((scores) => scores[kind])))
  report[name] = { performance, lowest: Math.min(...others) }
}
await writeFile(BENCH_REPORT, JSON.stringify(report))
