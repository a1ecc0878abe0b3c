import { createRequire } from 'node:module'

// With TEST_LATE_RENDERING, React draws, and sees to its effects, this much later each time. On a busy machine a page is
// visible for a moment before its effects have run. Here it always is, so a test or a screen that depends on the opposite
// fails each time instead of once in a hundred runs. Answers come late, too (server.ts).
const milliseconds = 25

type Schedule = (priority: number, callback: unknown, options?: object) => object

interface Scheduler {
  unstable_scheduleCallback: Schedule
  unstable_cancelCallback: (task: never) => void
}

interface LateTask {
  cancelled: boolean
  task?: object
}

/** The scheduler that React takes its own from, when it is loaded. */
function schedulerOfReact(): Scheduler {
  const require = createRequire(import.meta.url)
  return createRequire(require.resolve('react-dom'))('scheduler')
}

function renderLate(scheduler: Scheduler, timer = setTimeout) {
  const { unstable_scheduleCallback: schedule, unstable_cancelCallback: cancel } = scheduler
  scheduler.unstable_scheduleCallback = (priority, callback, options) => {
    const late: LateTask = { cancelled: false }
    timer(() => {
      if (!late.cancelled) late.task = schedule(priority, callback, options)
    }, milliseconds)
    return late
  }
  scheduler.unstable_cancelCallback = (late: LateTask) => {
    late.cancelled = true
    if (late.task) cancel(late.task as never)
  }
}

const scheduler = schedulerOfReact()
// Many files share one page, and this is read for each.
const rendersLate = Symbol.for('axioma.drawsLate')
if (process.env.TEST_LATE_RENDERING && !(rendersLate in scheduler)) {
  renderLate(scheduler)
  Object.assign(scheduler, { [rendersLate]: true })
}
