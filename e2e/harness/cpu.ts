import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second, whatever its own clock does. */
const ticksPerSecond = 100

/** The CPU time of a process and of all that it has started, in seconds; null where the system does not tell. */
export function cpuOf(root: number): number | null {
  const processes = readProcesses()
  if (!processes.has(root)) return null
  let ticks = 0
  const waiting = [root]
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    ticks += processes.get(pid)?.ticks ?? 0
    for (const [child, { parent }] of processes) if (parent === pid) waiting.push(child)
  }
  return ticks / ticksPerSecond
}

/** Fails when more was used than a test may. */
export function expectFrugal(used: number, limit: number): void {
  if (used <= limit) return
  throw new Error(
    `the test, its browser and its server used ${used.toFixed(1)} s of CPU; ${limit} s is the limit`,
  )
}

interface Process {
  parent: number
  /** Its own time and that of its children that have ended. */
  ticks: number
}

/** All processes there are. Only Linux has /proc: elsewhere there are none, and nothing is limited. */
function readProcesses(): Map<number, Process> {
  const processes = new Map<number, Process>()
  for (const name of namesIn('/proc')) {
    const found = /^\d+$/.test(name) && readProcess(name)
    if (found) processes.set(Number(name), found)
  }
  return processes
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readProcess(pid: string): Process | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name comes second, in brackets, and may hold anything.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return null // it has ended meanwhile
  }
}
