import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts CPU time in hundredths of a second, independent of the clock. */
const ticksPerSecond = 100

/** CPU seconds of a process and its descendants; null if the system does not report them. */
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

export function expectFrugal(used: number, limit: number): void {
  if (used <= limit) return
  throw new Error(
    `the test, its browser and its server used ${used.toFixed(1)} s of CPU; ${limit} s is the limit`,
  )
}

interface Process {
  parent: number
  ticks: number
}

/** Only Linux has /proc: on other systems the list is empty and no limit applies. */
function readProcesses(): Map<number, Process> {
  const processes = new Map<number, Process>()
  for (const name of namesIn('/proc')) {
    const process = /^\d+$/.test(name) && readProcess(name)
    if (process) processes.set(Number(name), process)
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
    // The second field is the process name in brackets, which may contain any character.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return null // the process has ended meanwhile
  }
}
